import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { alteredEntries, type StartedParts } from './started-parts.js';

const text = fc.string({ minLength: 1, maxLength: 8 });
const texts = fc.dictionary(text, text, { maxKeys: 3 });
const stdio = fc.record({
  type: fc.constant('stdio' as const),
  command: text,
  args: fc.array(text, { maxLength: 3 }),
  env: texts,
});
const http = fc.record({ type: fc.constant('http' as const), url: fc.webUrl(), headers: texts });
const group = fc.record({
  matcher: text,
  hooks: fc.array(
    fc.record({ type: fc.constant('command'), command: text, args: fc.array(text), env: texts }),
    { maxLength: 3 },
  ),
});
const parts: fc.Arbitrary<StartedParts> = fc.record({
  toolServers: fc.dictionary(text, fc.oneof(stdio, http), { maxKeys: 3 }),
  hooks: fc.dictionary(fc.constantFrom('PreToolUse', 'Stop'), fc.array(group, { maxLength: 3 })),
  nativeHooks: fc.dictionary(text, fc.jsonValue(), { maxKeys: 2 }),
});

type Node = Record<string, unknown>;
const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Every object or list inside, and the keys below it. */
function placesIn(value: unknown): readonly (readonly [Node, string])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    [value as Node, key] as const,
    ...placesIn(inner),
  ]);
}

function withKeysReversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withKeysReversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, withKeysReversed(inner)]),
  );
}

describe('what the lock says of a plugin', () => {
  it('is what its files declare, in whatever order of keys', () => {
    fc.assert(
      fc.property(parts, (declared) => {
        expect(
          alteredEntries('acme/x', withKeysReversed(declared) as StartedParts, declared),
        ).toEqual([]);
      }),
    );
  });

  it('is altered when any value in it is another, is missing or is added: the entry is named', () => {
    fc.assert(
      fc.property(
        parts,
        fc.nat(),
        fc.constantFrom('replace', 'remove', 'add'),
        (declared, choice, kind) => {
          const locked = copy(declared);
          // below the sections: an empty section says the same as none
          const parts = Object.entries(locked).flatMap(([section, entries]) =>
            placesIn(entries).map(([node, key]) => ({ section, node, key })),
          );
          fc.pre(parts.length > 0);
          const { section, node, key } = parts[choice % parts.length]!;
          if (kind === 'replace') node[key] = { altered: node[key] };
          else if (kind === 'add') node[`${key} altered`] = 'altered';
          else if (Array.isArray(node)) node.splice(Number(key), 1);
          else Reflect.deleteProperty(node, key);
          // a list has no keys that a file could hold
          fc.pre(!(kind === 'add' && Array.isArray(node)));
          const altered = alteredEntries('acme/x', locked, declared);
          expect(altered).toHaveLength(1);
          expect(altered[0]).toMatchObject({
            plugin: 'acme/x',
            entry: expect.stringMatching(`^${section}\\.`),
          });
        },
      ),
    );
  });

  it('is altered when the lists in it have another order', () => {
    const hooks = (...commands: string[]) => ({
      hooks: { Stop: [{ hooks: commands.map((command) => ({ type: 'command', command })) }] },
    });
    expect(alteredEntries('acme/x', hooks('b', 'a'), hooks('a', 'b'))).toEqual([
      {
        plugin: 'acme/x',
        entry: 'hooks.Stop',
        message: 'is not what .svc/plugins/acme/x/.svc-plugin/plugin.json declares',
      },
    ]);
  });

  it('is named with the file that declares it', () => {
    const server = { type: 'http', url: 'https://example.com', headers: {} } as const;
    expect(alteredEntries('acme/x', {}, { toolServers: { a: server } })).toEqual([
      {
        plugin: 'acme/x',
        entry: 'toolServers.a',
        message: 'is missing; .svc/plugins/acme/x/.mcp.json declares it',
      },
    ]);
    expect(alteredEntries('acme/x', { toolServers: { a: server } }, {})).toEqual([
      {
        plugin: 'acme/x',
        entry: 'toolServers.a',
        message: 'is not in .svc/plugins/acme/x/.mcp.json',
      },
    ]);
  });
});
