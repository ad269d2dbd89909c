import { describe, expect, it } from '@jest/globals';
import type { ErrorDefinition } from 'svc-registry/kernel';
import * as commonErrors from '../../kernel/api/common-errors.js';
import { builtInModules } from '../../hosts/testing/built-in-modules.js';
import { agentWords, commandsOf } from '../../hosts/mcp/agent-words.js';
import { toolsOf } from '../../hosts/mcp/tools.js';
import type { OperationManifest } from '../../kernel/index.js';

const declarations = await builtInModules();
const operations = declarations.flatMap(({ operations: bound = [] }) =>
  bound.map(({ operation }) => operation),
);
const tools = toolsOf(operations as unknown as OperationManifest[]);
/** What tools do: at a terminal these are commands. */
const commands = [...tools.values()].flatMap(commandsOf);

/** Whatever a text is made from: it reads as `x`, can be called, and has every field. */
const anything: unknown = new Proxy(() => undefined, {
  get: (_target, key) =>
    key === Symbol.toPrimitive
      ? () => 'x'
      : key === Symbol.iterator
        ? [][Symbol.iterator]
        : anything,
  apply: () => anything,
});

const isDefinition = (value: unknown): value is ErrorDefinition<unknown> =>
  typeof value === 'function' && 'spec' in value;
const definitions = [
  ...Object.values(commonErrors),
  ...declarations.flatMap(({ errors = [] }) => errors),
].filter(isDefinition);

function textsOf({ spec }: ErrorDefinition<unknown>): string[] {
  return [spec.message(anything), spec.hint?.(anything) ?? ''].map(String);
}

describe('what errors say to agents', () => {
  it('is looked at whole', () => {
    expect(definitions.length).toBeGreaterThan(100);
    expect(commands).toEqual(
      expect.arrayContaining(
        ['install', 'search', 'workspace create', 'plugin publish'].map((words) => `svc ${words}`),
      ),
    );
  });

  it.each(definitions.map((definition) => [definition.spec.code, definition] as const))(
    '%s names tools where there are some',
    (_code, definition) => {
      const speak = agentWords(tools.values())(tools.get('status')!);
      for (const text of textsOf(definition).map(speak)) {
        // with a flag that no tool takes, or for a person, it stays a command
        const left = [...text.matchAll(/\bsvc [a-z][a-z -]*[a-z]/g)].filter(
          ({ index }) => !/\bperson\b[^.]*$/.test(text.slice(0, index)),
        );
        const named = left.map(([line]) => line).filter((line) => !line.includes('--'));
        expect(
          named.filter((line) =>
            commands.some((command) => line === command || line.startsWith(`${command} `)),
          ),
        ).toEqual([]);
      }
    },
  );
});
