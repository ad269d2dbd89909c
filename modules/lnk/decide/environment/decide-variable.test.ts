import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { soundConfigurationOf, type Values } from '../../testing/configuration-of.js';
import { without } from '../testing/without.js';
import { decideVariable } from './decide-variable.js';

const ENV = 'feature.env';
const ALWAYS = 'the variables that are always left out';
const DEFAULT = 'the default of variables';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lnk-env-'));
  writeFileSync(join(folder, '.env'), 'FROM_FILE="of the file"\nPATH=/file\nDB_HOST=file\n');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const include = (...names: string[]): Values => ({ [`${ENV}.include`]: names });
const exclude = (...names: string[]): Values => ({ [`${ENV}.exclude`]: names });
const override = (entries: Record<string, string>): Values => ({
  [`${ENV}.override`]: new Map(Object.entries(entries)),
});
const mapping = (entries: Record<string, string>): Values => ({
  [`${ENV}.mapping`]: new Map(Object.entries(entries)),
});
const FILE = { [`${ENV}.env_file`]: '.env' };

const decide = async (values: Values, name: string) =>
  decideVariable(await soundConfigurationOf(values), name, {
    folder,
    variables: { HOME: '/home/me' },
  });

type Row = [
  what: string,
  values: Values,
  name: string,
  verdict: string,
  rule: string,
  next: string | null,
  value?: string,
];

describe('decideVariable', () => {
  it.each<Row>([
    ['nothing set', {}, 'DB_HOST', 'remote', DEFAULT, null],
    ['always left out', {}, 'PATH', 'local', ALWAYS, DEFAULT],
    ['left out though included', include('PATH'), 'PATH', 'local', ALWAYS, `${ENV}.include[0]`],
    [
      'included',
      include('A;DB_*', 'B'),
      'DB_HOST',
      'remote',
      `${ENV}.include[0]`,
      `${ENV}.include`,
    ],
    ['included alone', include('DB_HOST'), 'DB_HOST', 'remote', `${ENV}.include[0]`, DEFAULT],
    [
      'included twice',
      include('A', 'D?_HOST', 'DB_HOST'),
      'DB_HOST',
      'remote',
      `${ENV}.include[1]`,
      `${ENV}.include[2]`,
    ],
    ['not included', include('A; B'), 'DB_HOST', 'local', `${ENV}.include`, DEFAULT],
    ['included with space', include('A; B'), 'B', 'remote', `${ENV}.include[0]`, DEFAULT],
    ['in another case', include('db_host'), 'DB_HOST', 'local', `${ENV}.include`, DEFAULT],
    ['included by an empty list', include(), 'DB_HOST', 'local', `${ENV}.include`, DEFAULT],
    ['excluded', exclude('*'), 'DB_HOST', 'local', `${ENV}.exclude[0]`, DEFAULT],
    ['not excluded', exclude('A', 'B;C'), 'DB_HOST', 'remote', `${ENV}.exclude`, DEFAULT],
    [
      'overridden',
      { ...override({ DB_HOST: 'mine' }), ...exclude('*') },
      'DB_HOST',
      'set',
      `${ENV}.override.DB_HOST`,
      `${ENV}.exclude[0]`,
      'mine',
    ],
    [
      'overridden in another case',
      override({ db_host: 'mine' }),
      'DB_HOST',
      'remote',
      DEFAULT,
      null,
    ],
    [
      'overridden though always left out',
      override({ PATH: '/bin' }),
      'PATH',
      'set',
      `${ENV}.override.PATH`,
      ALWAYS,
      '/bin',
    ],
    [
      'overridden by nothing',
      override({ EMPTY: '' }),
      'EMPTY',
      'set',
      `${ENV}.override.EMPTY`,
      DEFAULT,
      '',
    ],
    [
      'a secret',
      override({ API_TOKEN: 's3cret' }),
      'API_TOKEN',
      'set',
      `${ENV}.override.API_TOKEN`,
      DEFAULT,
      's3cret',
    ],
    [
      'mapped anywhere in the name',
      mapping({ '^X': 'a', '_(HOST)': '$1', HOST: 'c' }),
      'DB_HOST',
      'set',
      `${ENV}.mapping["_(HOST)"]`,
      `${ENV}.mapping.HOST`,
      '$1',
    ],
    [
      'mapped with a look-around',
      mapping({ '^(?!DB_)': 'a', '^DB_(?=HOST)': 'b' }),
      'DB_HOST',
      'set',
      `${ENV}.mapping["^DB_(?=HOST)"]`,
      DEFAULT,
      'b',
    ],
    ['mapped in another case', mapping({ host: 'a' }), 'DB_HOST', 'remote', DEFAULT, null],
    [
      'mapped ignoring case',
      mapping({ '(?i)host': 'a' }),
      'DB_HOST',
      'set',
      `${ENV}.mapping["(?i)host"]`,
      DEFAULT,
      'a',
    ],
    [
      'mapped, but excluded',
      { ...mapping({ HOST: 'a' }), ...exclude('DB_*') },
      'DB_HOST',
      'local',
      `${ENV}.exclude[0]`,
      `${ENV}.mapping.HOST`,
    ],
    [
      'mapped, but always left out',
      mapping({ '^PATH$': 'a' }),
      'PATH',
      'local',
      ALWAYS,
      `${ENV}.mapping["^PATH$"]`,
    ],
    [
      'mapped and overridden',
      { ...mapping({ HOST: 'a' }), ...override({ DB_HOST: 'b' }) },
      'DB_HOST',
      'set',
      `${ENV}.override.DB_HOST`,
      `${ENV}.mapping.HOST`,
      'b',
    ],
    ['of the file', FILE, 'FROM_FILE', 'set', `${ENV}.env_file`, DEFAULT, 'of the file'],
    [
      'of the file, though excluded',
      { ...FILE, ...exclude('*') },
      'FROM_FILE',
      'set',
      `${ENV}.env_file`,
      `${ENV}.exclude[0]`,
      'of the file',
    ],
    ['of the file, always', FILE, 'PATH', 'set', `${ENV}.env_file`, ALWAYS, '/file'],
    [
      'of the file and mapped, though excluded',
      { ...FILE, ...exclude('*'), ...mapping({ HOST: 'a' }) },
      'DB_HOST',
      'set',
      `${ENV}.mapping.HOST`,
      `${ENV}.env_file`,
      'a',
    ],
    ['not in the file', FILE, 'OTHER', 'remote', DEFAULT, null],
    [
      'removed',
      { [`${ENV}.unset`]: ['A', 'DB_HOST'], ...override({ DB_HOST: 'b' }) },
      'DB_HOST',
      'removed',
      `${ENV}.unset[1]`,
      `${ENV}.override.DB_HOST`,
    ],
    ['removed only whole', { [`${ENV}.unset`]: ['DB_*'] }, 'DB_HOST', 'remote', DEFAULT, null],
    ['named as a member of objects', {}, '__proto__', 'remote', DEFAULT, null],
    ['of 10,000 characters', {}, 'A'.repeat(10_000), 'remote', DEFAULT, null],
  ])('%s', async (...[, values, name, verdict, rule, next, value]) => {
    const decision = await decide(values, name);
    expect([decision.verdict, decision.rule.name, decision.next?.name ?? null]).toEqual([
      verdict,
      rule,
      next,
    ]);
    expect(decision.value).toBe(value ?? null);
  });

  it('shows the value in its reason', async () => {
    const { rule } = await decide(override({ A: 'line\n"2"' }), 'A');
    expect(rule.reason).toBe(String.raw`is set to "line\n\"2\""`);
  });

  it.each<[what: string, values: Values, name: string, notes: readonly string[]]>([
    ['the target decides', {}, 'A', ['If the target does not have it, the local value stays']],
    [
      'mapped only if it is there',
      mapping({ A: 'x' }),
      'A',
      ['Only what the target has is mapped: if it does not have the variable'],
    ],
    ['set by the file and mapped', { ...FILE, ...mapping({ PATH: 'x' }) }, 'PATH', []],
    ['local and there', {}, 'HOME', []],
    ['local, but not there', {}, 'PATH', ['PATH is not set on this machine']],
    [
      'included in vain',
      include('HOME'),
      'HOME',
      ['`feature.env.include` names HOME, but cannot bring it back.'],
    ],
    [
      'mapped in vain',
      mapping({ HOME: 'x' }),
      'HOME',
      ['`feature.env.mapping.HOME` matches the name too, but what does not arrive is not mapped.'],
    ],
    [
      'another case',
      { ...override({ a: 'x' }), [`${ENV}.unset`]: ['Home'] },
      'HOME',
      ['`feature.env.unset` names Home, which is another variable: case counts.'],
    ],
    [
      'loaded by the process',
      { ...override({ A: 'x' }), [`${ENV}.load_from_process`]: true },
      'A',
      ['The process gets it when it loads'],
    ],
    [
      'no file',
      { ...override({ A: 'x' }), [`${ENV}.env_file`]: 'missing.env' },
      'A',
      ['`feature.env.env_file` cannot be read, as there is no such file or folder: missing.env.'],
    ],
    [
      'a folder',
      { ...override({ A: 'x' }), [`${ENV}.env_file`]: '.' },
      'A',
      ['cannot be read, as there is a folder where a file is expected: .'],
    ],
  ])('notes: %s', async (...[, values, name, notes]) => {
    const decision = await decide(values, name);
    expect(decision.notes).toHaveLength(notes.length);
    for (const [index, note] of notes.entries()) expect(decision.notes[index]).toContain(note);
  });

  it.each(['', 'A=B', 'A\0'])('refuses %j', async (name) => {
    await expect(decide({}, name)).rejects.toMatchObject({
      code: 'invalid_input',
      hint: expect.stringContaining('DATABASE_URL'),
    });
  });
});

describe('what would come next', () => {
  const pattern = fc.constantFrom('A', 'B', 'A;B', '*', 'P*', '?', 'PATH', 'FROM_*');
  const list = fc.array(pattern, { minLength: 1, maxLength: 3 });
  const map = (keys: readonly string[]) =>
    fc
      .array(fc.tuple(fc.constantFrom(...keys), fc.constantFrom('x', 'y')), {
        minLength: 1,
        maxLength: 3,
      })
      .map((entries) => new Map(entries));
  const filters = fc.oneof(
    fc.constant({}),
    list.map((names) => include(...names)),
    list.map((names) => exclude(...names)),
  );
  const others = fc.record(
    {
      [`${ENV}.override`]: map(['A', 'PATH', 'a']),
      [`${ENV}.mapping`]: map(['A', '^P', 'FROM', '.', '^(?!A)']),
      [`${ENV}.unset`]: fc.array(fc.constantFrom('A', 'PATH'), { minLength: 1, maxLength: 2 }),
      [`${ENV}.env_file`]: fc.constant('.env'),
    },
    { requiredKeys: [] },
  );

  it('is what decides without the rule', async () => {
    await fc.assert(
      fc.asyncProperty(
        filters,
        others,
        fc.constantFrom('A', 'B', 'PATH', 'FROM_FILE'),
        async (filter, other, name) => {
          const values = { ...filter, ...other };
          const { rule, next } = await decide(values, name);
          const left = without(values, rule);
          if (left === undefined || next === null) return;
          const after = await decide(left, name);
          expect([after.verdict, after.rule.reason]).toEqual([next.verdict, next.reason]);
        },
      ),
      { numRuns: 500 },
    );
  });
});
