import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { configurationOf, type Values } from '../../testing/configuration-of.js';
import { without } from '../testing/without.js';
import { decideName } from './decide-name.js';

const DNS = 'feature.network.dns';
const local = (...entries: string[]): Values => ({ [`${DNS}.filter`]: { local: entries } });
const remote = (...entries: string[]): Values => ({ [`${DNS}.filter`]: { remote: entries } });
const decide = async (values: Values, name: string, port?: number) =>
  decideName(await configurationOf(values), name, port);

type Row = [
  values: Values,
  name: string,
  port: number | undefined,
  verdict: string,
  rule: string,
  next: string | null,
];

describe('decideName', () => {
  it.each<Row>([
    [{}, 'db', undefined, 'remote', `${DNS}.enabled`, null],
    [{ [`${DNS}.enabled`]: false }, 'db', undefined, 'local', `${DNS}.enabled`, `${DNS}.enabled`],
    [
      { [`${DNS}.enabled`]: false, ...remote('db') },
      'db',
      undefined,
      'local',
      `${DNS}.enabled`,
      `${DNS}.filter.remote[0]`,
    ],
    [local('db'), 'DB.', undefined, 'local', `${DNS}.filter.local[0]`, `${DNS}.enabled`],
    [local('db', 'x'), 'db', undefined, 'local', `${DNS}.filter.local[0]`, `${DNS}.filter.local`],
    [local('db'), 'web', undefined, 'remote', `${DNS}.filter.local`, `${DNS}.enabled`],
    [remote('db'), 'db', undefined, 'remote', `${DNS}.filter.remote[0]`, `${DNS}.enabled`],
    [remote('db'), 'db.default', undefined, 'local', `${DNS}.filter.remote`, `${DNS}.enabled`],
    [local('db:80'), 'db', 80, 'local', `${DNS}.filter.local[0]`, `${DNS}.enabled`],
    [local('db:80'), 'db', 81, 'remote', `${DNS}.filter.local`, `${DNS}.enabled`],
    [local('db:80'), 'db', undefined, 'remote', `${DNS}.filter.local`, `${DNS}.enabled`],
    [local(':80'), 'db', 80, 'local', `${DNS}.filter.local[0]`, `${DNS}.enabled`],
    [local('10.0.0.0/8'), '10.1.2.3', 80, 'local', `${DNS}.filter.local[0]`, `${DNS}.enabled`],
    [local('10.0.0.0/8'), 'db', 80, 'remote', `${DNS}.filter.local`, `${DNS}.enabled`],
    [local('db'), '10.0.0.1', 80, 'remote', `${DNS}.filter.local`, `${DNS}.enabled`],
    [local('[fd00::]/8'), '[fd00::1]', 80, 'local', `${DNS}.filter.local[0]`, `${DNS}.enabled`],
    [local(), 'db', 80, 'remote', `${DNS}.filter.local`, `${DNS}.enabled`],
  ])('%j: %s, port %s', async (...[values, name, port, verdict, rule, next]) => {
    const decision = await decide(values, name, port);
    expect([decision.verdict, decision.rule.name, decision.next?.name ?? null]).toEqual([
      verdict,
      rule,
      next,
    ]);
  });

  it('says which programs it holds for', async () => {
    const { notes } = await decide({}, 'db');
    expect(notes).toEqual([expect.stringContaining('/etc/resolv.conf')]);
  });

  it('says that an answer depends on the port', async () => {
    const { notes } = await decide(local('web:80', 'db:80', 'db:81'), 'db');
    expect(notes[0]).toBe(
      `It is local instead if the program asks for a port that one of these has: db:80 (${DNS}.filter.local[1]), db:81 (${DNS}.filter.local[2]).`,
    );
  });

  it('says that names have to be equal', async () => {
    const { notes } = await decide(local('.svc', 'cluster.local', 'local.'), 'db.cluster.local');
    expect(notes[0]).toBe(
      `Names must be equal, so db.cluster.local is not covered by cluster.local (${DNS}.filter.local[1]), local. (${DNS}.filter.local[2]).`,
    );
  });

  it.each(['', 'tcp://db', 'a b', 'bücher.example', 'a'.repeat(10_000)])(
    'refuses %.20s',
    async (name) => {
      await expect(decide({}, name)).rejects.toMatchObject({ code: 'invalid_input' });
    },
  );

  it.each([0, -1, 1.5, 70_000, Number.NaN])('refuses port %s', async (port) => {
    await expect(decide({}, 'db', port)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('refuses an empty entry, which would be every name', async () => {
    await expect(decide(local(''), 'db')).rejects.toMatchObject({
      message: expect.stringContaining(`\`${DNS}.filter.local[0]\` cannot be used: the entry is`),
    });
  });
});

describe('what would come next', () => {
  const entry = fc.constantFrom('db', 'DB.', 'web', ':80', 'db:80', '10.0.0.0/8', 'tcp://db');
  const entries = fc.array(entry, { minLength: 1, maxLength: 4 });
  const values = fc.record(
    {
      [`${DNS}.enabled`]: fc.boolean(),
      [`${DNS}.filter`]: fc.oneof(fc.record({ local: entries }), fc.record({ remote: entries })),
    },
    { requiredKeys: [] },
  );

  it('is what decides without the rule', async () => {
    await fc.assert(
      fc.asyncProperty(
        values,
        fc.constantFrom('db', 'web', '10.0.0.1', 'other'),
        fc.constantFrom(undefined, 80, 81),
        async (given, name, port) => {
          const { rule, next } = await decide(given, name, port);
          const left = without(given, rule);
          if (left === undefined || next === null) return;
          const after = await decide(left, name, port);
          expect([after.verdict, after.rule.reason]).toEqual([next.verdict, next.reason]);
        },
      ),
      { numRuns: 500 },
    );
  });
});
