import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { defaultSets } from './default-sets.js';
import type { Machine } from './machine.js';
import { createPathDecider, type PathOperation, type PathVerdictName } from './path-decider.js';
import { pathRulesOf, type FileMode, type PathRules } from './path-rules.js';
import { soundConfigurationOf } from '../../testing/configuration-of.js';

const MACHINE: Machine = { home: '/home/ada', cwd: '/srv/shop', temp: '/tmp' };

const segment = fc.constantFrom(
  ...['app', 'APP', 'data', 'etc', 'hosts', 'home', 'ada', '.kube', 'srv', 'shop', 'usr', 'x.so'],
  ...['x', 'run', '', '..', 'é', '\n', '\0', '\uD800', 'ssl', 'certs'],
);
const path = fc
  .tuple(fc.boolean(), fc.array(segment, { maxLength: 5 }))
  .map(([absolute, segments]) => (absolute ? '/' : '') + segments.join('/'));
const pattern = fc.constantFrom(
  ...['^/app', '^/data/', '/x', 'etc', '^/etc/hosts$', 'kube', '^/home/ada/', 'x\\.so$', '^/', 'é'],
);
const list = fc.array(pattern, { maxLength: 2 });
const mode = fc.constantFrom<FileMode>('local', 'localwithoverrides', 'read', 'write');
const operation = fc.constantFrom<PathOperation>('read', 'write');
const mapping = fc
  .array(
    fc.tuple(pattern, fc.constantFrom('/data', '/etc/hosts', '/srv/x', 'x', '/home/ada/.kube')),
    {
      maxLength: 2,
    },
  )
  .map((entries) => new Map(entries));

const fields = fc.record({
  mode,
  mapping,
  not_found: list,
  read_write: list,
  read_only: list,
  local: list,
});
type Fields = typeof fields extends fc.Arbitrary<infer F> ? F : never;

async function rulesOf(values: Fields, machine: Machine = MACHINE): Promise<PathRules> {
  const named = Object.entries(values).map(([name, value]) => [`feature.fs.${name}`, value]);
  const configuration = Object.fromEntries(named) as Readonly<Record<string, unknown>>;
  return pathRulesOf(await soundConfigurationOf(configuration), machine);
}

const sets = defaultSets(MACHINE);

function has(patterns: readonly string[], text: string): boolean {
  return patterns.some((one) => new RegExp(one.replace('(?s:.)', '[^]'), 'iu').test(text));
}

/** The specification's order once more, in the plainest words. */
function expected(values: Fields, asked: string, use: PathOperation): [PathVerdictName, string] {
  const used = asked.startsWith('/') ? mapped(values, asked) : asked;
  return [decided(values, used, use), used];
}

function mapped(values: Fields, asked: string): string {
  for (const [one, to] of values.mapping) {
    const expression = new RegExp(one, 'iu');
    if (expression.test(asked)) return asked.replace(expression, () => to);
  }
  return asked;
}

function decided(values: Fields, used: string, use: PathOperation): PathVerdictName {
  const toRead = use === 'read' ? 'remote' : 'local';
  if (has(values.not_found, used)) return 'not_found';
  if (!used.startsWith('/')) return 'local';
  if (has(values.read_write, used)) return 'remote';
  if (has(values.read_only, used)) return toRead;
  if (has(values.local, used)) return 'local';
  return inDefaultSet(values.mode, used, toRead) ?? byMode(values.mode, toRead);
}

function inDefaultSet(
  use: FileMode,
  used: string,
  toRead: PathVerdictName,
): PathVerdictName | undefined {
  if (has(sets.notFound, used)) return use === 'local' ? undefined : 'not_found';
  if (has(sets.readRemote, used)) return use === 'localwithoverrides' ? toRead : undefined;
  return has(sets.readLocal, used) ? 'local' : undefined;
}

function byMode(use: FileMode, toRead: PathVerdictName): PathVerdictName {
  if (use === 'write') return 'remote';
  return use === 'read' ? toRead : 'local';
}

it('asks the mapping before the lists, the lists before the sets, the sets before the mode', async () => {
  await fc.assert(
    fc.asyncProperty(fields, fc.array(path, { minLength: 5, maxLength: 30 }), async (...given) => {
      const [values, paths] = given;
      const decider = await createPathDecider(await rulesOf(values));
      for (const asked of [...paths, ...paths]) {
        for (const use of ['read', 'write'] as const) {
          const { verdict, path: used, rule } = decider.decide(asked, use);
          expect([asked, verdict, used]).toEqual([asked, ...expected(values, asked, use)]);
          const explained = decider.explain(asked, use);
          expect([explained.verdict, explained.path]).toEqual([verdict, used]);
          expect(explained.rule.name).toBe(decider.rules.rules[rule]?.name);
          expect(explained.rule.verdict).toBe(verdict);
          expect(explained.mapped?.to ?? asked).toBe(used);
        }
      }
    }),
    { numRuns: 60 },
  );
});

it('names as next what decides without the first rule', async () => {
  await fc.assert(
    fc.asyncProperty(fields, path, operation, async (values, asked, use) => {
      const rules = await rulesOf({ ...values, mapping: new Map() });
      const { next, rule } = (await createPathDecider(rules)).explain(asked, use);
      const index = rules.rules.findIndex(
        ({ name, pattern: text }) => name === rule.name && rule.reason.includes(text),
      );
      const others = { ...rules, rules: rules.rules.filter((_, one) => one !== index) };
      const withoutPattern = ['relative path', 'feature.fs.mode'].includes(rule.name);
      if (withoutPattern) expect(next).toBeNull();
      else expect(next).toEqual((await createPathDecider(others)).explain(asked, use).rule);
    }),
    { numRuns: 60 },
  );
});

it('decides about C:\\x\\y as about /x/y', async () => {
  const machine = { ...MACHINE, driveLetters: true };
  await fc.assert(
    fc.asyncProperty(fields, fc.array(segment), operation, async (values, segments, use) => {
      const decider = await createPathDecider(await rulesOf(values, machine));
      const plain = decider.decide(`/${segments.join('/')}`, use);
      const lettered = decider.decide(`C:\\${segments.join('\\')}`, use);
      expect([lettered.verdict, lettered.rule]).toEqual([plain.verdict, plain.rule]);
      if (plain.verdict === 'remote') expect(lettered.path).toBe(plain.path);
    }),
    { numRuns: 60 },
  );
});

it('has every path in one default set at most', async () => {
  const values = { not_found: [], read_write: [], read_only: [], local: [], mapping: new Map() };
  const deciders = await Promise.all(
    (['local', 'localwithoverrides', 'read', 'write'] as const).map(async (one) =>
      createPathDecider(await rulesOf({ ...values, mode: one })),
    ),
  );
  fc.assert(
    fc.property(path, operation, (asked, use) => {
      const named = deciders.map((one) => one.explain(asked, use).rule.name);
      expect(new Set(named.filter((name) => name.includes('default'))).size).toBeLessThan(2);
    }),
  );
});
