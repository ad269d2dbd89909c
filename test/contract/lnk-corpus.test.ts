import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parse as parseToml } from 'smol-toml';
import { globSync } from 'tinyglobby';
import { parse as parseYaml } from 'yaml';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { plainConfig, jsonValue } from '../../modules/lnk/client/plain-config.js';
import {
  loadConfiguration,
  type Loaded,
  type SourceText,
} from '../../modules/lnk/config/load/load-configuration.js';
import type { Problem } from '../../modules/lnk/config/load/problem-at.js';
import { jsonSchema } from '../../modules/lnk/config/schema/json-schema.js';
import { formatOf } from '../../modules/lnk/config/source/format.js';
import { renderTemplate } from '../../modules/lnk/config/template/render-template.js';

/**
 * The position is the key's for an unknown or repeated key and for a pattern that is a key, the value's for a wrong value, the
 * object's for a missing member; behind a template it is that of the tag whose output holds it.
 */
interface ExpectedProblem {
  readonly path: string;
  /** Both count from 1, in the file as written. */
  readonly line: number;
  readonly column: number;
  readonly severity: 'error' | 'warning';
}

interface Case {
  /** Variables that are set while the file is checked. */
  readonly env?: Record<string, string>;
  /** The branch of the folder. */
  readonly branch?: string;
  /** Of an invalid file: all of them. */
  readonly problems?: readonly ExpectedProblem[];
  /** Every fault is one that the JSON Schema sees too. */
  readonly structural?: boolean;
  /** Of a valid file: all of them. */
  readonly warnings?: readonly { readonly path: string }[];
  /** Of a valid file: what some of the fields are. */
  readonly resolved?: Record<string, unknown>;
}

const folder = join(import.meta.dirname, '..', 'fixtures', 'lnk');
const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');
const cases = JSON.parse(textOf('expected.json')) as Record<string, Case>;
const namesOf = (kind: string): string[] =>
  Object.keys(cases).filter((name) => name.startsWith(`${kind}/`));
const valid = namesOf('valid');
const invalid = namesOf('invalid');
const structural = invalid.filter((name) => cases[name]?.structural);

let cwd: string;
let accepts: ValidateFunction;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'lnk-corpus-'));
  accepts = new Ajv2020({ strict: false, allErrors: true }).compile(jsonSchema());
});
afterAll(() => {
  rmSync(cwd, { recursive: true });
});

const environmentOf = ({ env, branch }: Case): Record<string, string> => ({
  ...env,
  ...(branch !== undefined && { LNK_BRANCH_NAME: branch }),
});

function check(name: string, text = textOf(name), format = formatOf(name, text)): Promise<Loaded> {
  return loadConfiguration({
    source: { name, text, format },
    flags: {},
    env: environmentOf(cases[name] ?? {}),
    cwd,
    final: true,
  });
}

/** By position, then by path: which of two problems at one position comes first is of no importance. */
function inOrder(problems: readonly ExpectedProblem[]): ExpectedProblem[] {
  return [...problems].sort(
    (a, b) =>
      a.line - b.line ||
      a.column - b.column ||
      `${a.path} ${a.severity}`.localeCompare(`${b.path} ${b.severity}`),
  );
}

const found = (problems: readonly Problem[]): ExpectedProblem[] =>
  inOrder(
    problems.map(({ field, line = 0, column = 0, severity }) => ({
      path: field,
      line,
      column,
      severity,
    })),
  );

/** The plain value of a text without templates, read by parsers that the product does not use for this. */
function parsed(text: string, format: SourceText['format']): unknown {
  if (text.trim() === '') return {};
  if (format === 'toml') return parseToml(text);
  return format === 'yaml' ? (parseYaml(text, { merge: true }) ?? {}) : JSON.parse(text);
}

async function rendered(name: string, { configuration }: Loaded): Promise<string> {
  const one = cases[name] ?? {};
  const variables = new Map<string, unknown>([['key', configuration.value('key')]]);
  if (one.branch !== undefined) variables.set('git_branch', one.branch);
  const source = textOf(name);
  const context = { variables, env: environmentOf(one) };
  return (await renderTemplate(source, context)).text;
}

describe('the corpus of configuration files', () => {
  it('has a row for every file, and at least half of them are invalid', () => {
    const files = globSync('{valid,invalid}/*', { cwd: folder, dot: true });
    expect(files.sort()).toEqual(Object.keys(cases).sort());
    expect(files.length).toBeGreaterThanOrEqual(170);
    expect(invalid.length).toBeGreaterThanOrEqual(files.length / 2);
  });

  it('has one file of twelve mistakes', () => {
    expect(cases['invalid/twelve-mistakes.json']?.problems).toHaveLength(12);
  });
});

describe('an invalid file', () => {
  it.each(invalid)('%s: every problem, with its path and position', async (name) => {
    const { problems } = await check(name);
    expect(found(problems)).toEqual(inOrder(cases[name]?.problems ?? []));
    for (const { message, hint = '.', file } of problems) {
      expect(message).toMatch(/\S.*\.$/s);
      expect(hint).toMatch(/[.?]$/);
      expect(file).toBe(name);
    }
  });

  it.each(structural)('%s: is refused by the schema', (name) => {
    const text = textOf(name);
    expect(text).not.toMatch(/\{[{%#]/);
    expect(accepts(parsed(text, formatOf(name, text)))).toBe(false);
  });
});

describe('a valid file', () => {
  it.each(valid)('%s: has the expected warnings and values', async (name) => {
    const { configuration, problems } = await check(name);
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    const warned = problems.map(({ field }) => field).sort();
    expect(warned).toEqual((cases[name]?.warnings ?? []).map(({ path }) => path).sort());
    const { resolved = {} } = cases[name] ?? {};
    const values = Object.keys(resolved).map((path): [string, unknown] => [
      path,
      jsonValue(configuration.value(path)),
    ]);
    expect(Object.fromEntries(values)).toEqual(resolved);
  });

  it.each(valid)('%s: is accepted by the schema', async (name) => {
    const text = await rendered(name, await check(name));
    accepts(parsed(text, formatOf(name, text)));
    expect(accepts.errors ?? []).toEqual([]);
  });

  it.each(valid)('%s: its resolved form is valid too', async (name) => {
    const { configuration } = await check(name);
    const text = JSON.stringify(plainConfig(configuration), null, 2);
    const { problems } = await check(name, text, 'json');
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    accepts(JSON.parse(text));
    expect(accepts.errors ?? []).toEqual([]);
  });
});
