import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readEntries } from './read-entries.js';

const now = new Date('2026-03-01T12:00:00Z');
const sound = { skill: 'acme/docs#notes', schedule: 'daily at 09:30', environment: 'nightly' };
const problemsOf = (block: unknown) =>
  readEntries(block, now).problems.map(({ path, message }) => [path.join('.'), message] as const);

describe('entries that can be used', () => {
  it('are what the server takes, with their next times', () => {
    const { value, problems } = readEntries(
      {
        nightly: {
          ...sound,
          timezone: 'europe/berlin',
          baseBranch: 'develop',
          snapshot: 'v1',
          workdir: 'packages/a',
          agent: 'codex',
          model: 'large',
          inputs: { version: '1.2.0', empty: '' },
          instructions: 'Be brief.\nBe kind.',
          description: 'Notes of the day',
        },
        hourly: { skill: 'file:skills/x', cron: { minute: 0 }, environment: 'e', inputs: {} },
      },
      now,
    );
    expect(problems).toEqual([]);
    expect(value).toEqual([
      {
        entry: {
          key: 'nightly',
          cron: '30 9 * * *',
          timezone: 'Europe/Berlin',
          skill: 'acme/docs#notes',
          environment: 'nightly',
          baseBranch: 'develop',
          snapshot: 'v1',
          cwd: 'packages/a',
          agent: 'codex',
          model: 'large',
          inputs: { version: '1.2.0', empty: '' },
          instructions: 'Be brief.\nBe kind.',
        },
        next: new Date('2026-03-02T08:30:00Z'),
      },
      {
        entry: {
          key: 'hourly',
          cron: '0 * * * *',
          timezone: 'UTC',
          skill: 'file:skills/x',
          environment: 'e',
          inputs: {},
        },
        next: new Date('2026-03-01T13:00:00Z'),
      },
    ]);
  });

  it.each(['a', '7', 'a-b-c', 'x'.repeat(64), 'constructor'])('may be called %s', (key) => {
    expect(problemsOf({ [key]: sound })).toEqual([]);
  });

  it.each(['acme/docs', 'acme/docs@1.2.0', 'acme/docs@1.2.0#notes', 'file:a/b', 'file:.#notes'])(
    'may launch %s',
    (skill) => {
      expect(problemsOf({ a: { ...sound, skill } })).toEqual([]);
    },
  );

  it('may be as many as a file may have', () => {
    const block = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`s${at}`, sound]));
    expect(readEntries(block(500), now).value).toHaveLength(500);
    expect(readEntries(block(501), now)).toEqual({
      value: [],
      problems: [{ path: [], message: 'has 501 schedules, and may have 500' }],
    });
  });
});

describe('what is refused', () => {
  it.each([null, [], 'daily', 5, true])('a block that is %j', (block) => {
    expect(problemsOf(block)).toEqual([['', 'must be an object of schedules by their keys']]);
  });

  it.each(['Nightly', 'a_b', '-a', 'a-', 'a--b', '', 'ä', 'x'.repeat(65), '__proto__'])(
    'the key %j',
    (key) => {
      const block = JSON.parse(`{${JSON.stringify(key)}: ${JSON.stringify(sound)}}`) as unknown;
      expect(problemsOf(block)).toEqual([
        [key, expect.stringContaining('the key must be 1 to 64 lower-case letters and digits')],
      ]);
    },
  );

  it.each([null, [], 'daily at 09:30', 5])('an entry that is %j', (entry) => {
    expect(problemsOf({ a: entry })).toEqual([['a', expect.stringContaining('an object with')]]);
  });

  it.each<[field: string, change: object, message: string]>([
    ['skill', { skill: undefined }, 'is missing'],
    ['skill', { skill: '' }, 'must be a text that is not empty'],
    ['skill', { skill: 'notes' }, 'must be <workspace>/<plugin>'],
    ['skill', { skill: 'file:' }, 'or file:<path>'],
    ['skill', { skill: 'file:a#b#c' }, 'or file:<path>'],
    ['skill', { skill: 'file:a\nb' }, 'one line'],
    ['environment', { environment: undefined }, 'is missing'],
    ['environment', { environment: 7 }, 'must be a text'],
    ['environment', { environment: 'two words' }, 'the name of an environment'],
    [
      'environment',
      { environment: '7d7f2c9e-5c3f-4d9c-a1be-0f5f0c6f3a52' },
      'the name of an environment',
    ],
    ['schedule', { schedule: undefined }, 'is missing: say when it launches'],
    ['cron', { cron: '0 9 * * *' }, 'means the same as "schedule": leave one out'],
    ['schedule', { schedule: null }, 'A schedule is a text'],
    ['schedule', { schedule: 'daily at 9:30' }, '"9:30" is not a time'],
    ['schedule', { schedule: 'every 7 minutes' }, 'do not divide'],
    ['schedule.hour', { schedule: { hour: 24 } }, 'must be a whole number from 0 to 23'],
    ['cron', { schedule: undefined, cron: '0 9 * *' }, 'has 4 fields instead of five'],
    ['cron', { schedule: undefined, cron: '0 0 30 2 *' }, 'no month that is named has a day 30'],
    ['timezone', { timezone: 'Mars/Olympus' }, '"Mars/Olympus" is no time zone'],
    ['timezone', { timezone: '+02:00' }, 'is no time zone'],
    ['timezone', { timezone: 2 }, 'must be a time zone'],
    ['timezone', { timezone: null }, 'must be a time zone'],
    ['baseBranch', { baseBranch: '' }, 'not empty'],
    ['baseBranch', { baseBranch: 'x'.repeat(251) }, 'at most 250 characters, and has 251'],
    ['snapshot', { snapshot: 'a\u202eb' }, 'one line'],
    ['workdir', { workdir: ['a'] }, 'must be a text'],
    ['agent', { agent: false }, 'must be a text'],
    ['model', { model: '--yolo' }, 'the name of a model'],
    ['instructions', { instructions: 'a\0' }, 'NUL'],
    ['instructions', { instructions: '\ud800' }, 'half a character'],
    ['description', { description: 'x'.repeat(4097) }, 'at most 4096 characters'],
    ['inputs', { inputs: [] }, 'an object of texts by name'],
    ['inputs', { inputs: null }, 'an object of texts by name'],
    ['inputs.a', { inputs: { a: 1 } }, 'must be a text in quotes, not a number'],
    ['inputs.a', { inputs: { a: null } }, 'not null'],
    ['inputs.a', { inputs: { a: ['b'] } }, 'not a list'],
    ['inputs.', { inputs: { '': 'x' } }, 'an input has a name'],
    ['inputs.a', { inputs: { a: '\udfff' } }, 'half a character'],
    ['label', { label: 'x' }, 'is no field of a schedule'],
    ['__proto__', JSON.parse('{"__proto__": 1}') as object, 'is no field of a schedule'],
  ])('%s of %j', (field, change, message) => {
    const entry = JSON.parse(JSON.stringify({ ...sound })) as object;
    const changed = Object.entries(change).reduce<[string, unknown][]>(
      (fields, [name, value]) => [...fields.filter(([other]) => other !== name), [name, value]],
      Object.entries(entry),
    );
    const given = Object.fromEntries(changed.filter(([, value]) => value !== undefined));
    expect(problemsOf({ good: sound, a: given })).toEqual([
      [`a.${field}`, expect.stringContaining(message)],
    ]);
  });

  it('is named all at once, and leaves the other entries', () => {
    const { value, problems } = readEntries(
      { Bad: { schedule: 'never', timezone: 'Nowhere', skil: 'a/b', inputs: { a: 1 } }, b: sound },
      now,
    );
    expect(value.map(({ entry }) => entry.key)).toEqual(['b']);
    expect(problems.map(({ path }) => path.join('.'))).toEqual([
      'Bad',
      'Bad.skil',
      'Bad.skill',
      'Bad.environment',
      'Bad.schedule',
      'Bad.timezone',
      'Bad.inputs.a',
    ]);
  });
});

it('whatever a file holds is an entry, or has problems below its key', () => {
  const entry = fc.record(
    {
      skill: fc.oneof(fc.constant(sound.skill), fc.anything()),
      schedule: fc.oneof(fc.constant(sound.schedule), fc.anything()),
      cron: fc.anything(),
      environment: fc.oneof(fc.constant(sound.environment), fc.anything()),
      timezone: fc.oneof(fc.constant('Asia/Tokyo'), fc.anything()),
      inputs: fc.anything(),
      other: fc.anything(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.json(), fc.dictionary(fc.string(), entry), (text, drafts) => {
      const block = JSON.parse(JSON.stringify(drafts)) as Record<string, unknown>;
      for (const given of [JSON.parse(text) as unknown, block]) {
        const { value, problems } = readEntries(given, now);
        const bad = new Set(problems.map(({ path }) => path[0]));
        for (const {
          entry: { key },
        } of value)
          expect(bad.has(key)).toBe(false);
        if (given === block) expect(value.length + bad.size).toBe(Object.keys(block).length);
      }
    }),
  );
});
