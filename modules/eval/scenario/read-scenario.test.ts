import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  criteriaOf,
  item,
  ledger,
  preparation,
  scenarioOf,
  task,
  withItems,
} from '../testing/base.js';
import { memoryFolder, OUTSIDE, PIPE, type Files } from '../testing/memory-folder.js';
import { DEFAULT_EXCLUDE } from './default-exclude.js';
import { readScenario } from './read-scenario.js';
import { rules } from './rules.js';

async function read(files: Files) {
  const reading = await readScenario(memoryFolder(files));
  if (reading.kind === 'none') throw new Error(`it ${reading.why}`);
  return { scenario: reading.scenario, findings: reading.findings.all };
}

const HASH = '4f1c2b7a9d3e5f60718293a4b5c6d7e8f9012345';

describe('a folder', () => {
  it.each([
    [{}, 'has no task.md'],
    [{ 'criteria.json': criteriaOf(ledger) }, 'has no task.md'],
    [{ 'task.md': ' \n\t\n' }, 'has an empty task.md'],
  ])('with %j is no scenario', async (files, why) => {
    expect(await readScenario(memoryFolder(files))).toEqual({ kind: 'none', why });
  });

  it.each([PIPE, OUTSIDE])('whose task.md is %j is one that cannot be read', async (text) => {
    const { scenario, findings } = await read({ ...scenarioOf(), 'task.md': text });
    expect(scenario.task).toBe('');
    expect(findings).toMatchObject([{ file: 'task.md' }]);
  });
});

describe('what is read', () => {
  it('is everything that the files say', async () => {
    const { scenario, findings } = await read({
      ...scenarioOf(
        withItems(
          item('There is a test', {
            category: 'INTEGRATION',
            check: { type: 'file', path: './test/a.js' },
          }),
          item('No leftovers', { check: { type: 'file', path: 'old.js', exists: false } }),
          item('It exits', { check: { type: 'command', command: 'npm test', exitCode: 3 } }),
          item('It has routes', {
            check: { type: 'pattern', path: 'a.js', pattern: '^route', absent: true },
          }),
          item('It is JSON', {
            check: { type: 'schema', path: 'a.json', schema: { type: 'array' } },
          }),
        ),
      ),
      ...preparation({
        description: 'Refunds',
        fixtures: {
          shop: {
            type: 'commit',
            repoUrl: 'https://git.example/a/b',
            ref: HASH,
            installPath: './shop/',
          },
          tools: {
            type: 'commit',
            repoUrl: 'ssh://git@git.example/a/c',
            ref: HASH,
            exclude: ['x'],
            include: ['bin/'],
          },
          start: { type: 'files', path: './start/', installPath: '.' },
        },
        include: ['./data', 'rates.csv'],
        setup: ['./fill.sh', 'setup.sh'],
      }),
      'start/a.js': '',
      'data/b': '',
      'rates.csv': '',
      'resources/x.txt': '',
      'fill.sh': '#!/bin/sh\n',
      'setup.sh': '#!/bin/sh\n',
    });
    expect(findings).toEqual([]);
    expect(scenario).toMatchObject({
      task,
      context: 'Refunds by the rules of the ledger',
      description: 'Refunds',
      include: ['resources', 'data', 'rates.csv'],
      setup: ['fill.sh', 'setup.sh'],
    });
    expect(
      scenario.criteria
        .slice(2)
        .map(({ name, maxScore, category, check }) => [name, maxScore, category, check]),
    ).toEqual([
      ['Partial refunds', 25, 'EDGE_CASE', undefined],
      ['No card numbers', 15, 'MUST_NOT', undefined],
      ['There is a test', 20, 'INTEGRATION', { type: 'file', path: 'test/a.js', exists: true }],
      ['No leftovers', 20, undefined, { type: 'file', path: 'old.js', exists: false }],
      ['It exits', 20, undefined, { type: 'command', command: 'npm test', exitCode: 3 }],
      [
        'It has routes',
        20,
        undefined,
        { type: 'pattern', path: 'a.js', pattern: '^route', absent: true },
      ],
      ['It is JSON', 20, undefined, { type: 'schema', path: 'a.json', schema: { type: 'array' } }],
    ]);
    expect(
      [...scenario.fixtures].map(([name, fixture]) => [name, { ...fixture, at: undefined }]),
    ).toEqual([
      [
        'shop',
        {
          type: 'commit',
          repoUrl: 'https://git.example/a/b',
          ref: HASH,
          installPath: 'shop',
          include: undefined,
          exclude: DEFAULT_EXCLUDE,
          at: undefined,
        },
      ],
      [
        'tools',
        {
          type: 'commit',
          repoUrl: 'ssh://git@git.example/a/c',
          ref: HASH,
          installPath: '.',
          include: ['bin/'],
          exclude: ['x'],
        },
      ],
      [
        'start',
        {
          type: 'directory',
          path: 'start',
          installPath: '.',
          include: undefined,
          exclude: [],
          at: undefined,
        },
      ],
    ]);
  });

  it('is the older form of a fixture, too, beside the newer one', async () => {
    const fixture = { repoUrl: 'git@git.example:a/b.git', ref: HASH, exclude: ['docs/'] };
    const { scenario, findings } = await read(
      scenarioOf(preparation({ fixture, fixtures: { more: { type: 'commit', ...fixture } } })),
    );
    expect(findings).toEqual([]);
    expect([...scenario.fixtures.keys()]).toEqual(['fixture', 'more']);
    expect(scenario.fixtures.get('fixture')).toMatchObject({ type: 'commit', exclude: ['docs/'] });
  });

  it('has setup.sh before the scripts that are named', async () => {
    const { scenario } = await read({
      ...scenarioOf(preparation({ setup: ['fill.sh'] })),
      'fill.sh': '#!/bin/sh\n',
      'setup.sh': '#!/bin/sh\n',
    });
    expect(scenario.setup).toEqual(['setup.sh', 'fill.sh']);
  });
});

describe('a mistake', () => {
  it('has its file, line, column and field', async () => {
    const { findings } = await read({
      ...scenarioOf(),
      'criteria.json': `{
  "context": "x",
  "type": "weighted_checklist",
  "checklist": [
    { "name": "a", "description": "b", "max_score": -1 },
    { "name": "a", "description": "b", "max_score": 1, "check": { "type": "file", "path": "/etc/x" } }
  ]
}`,
      ...preparation({ fixtures: { shop: { type: 'directory', path: 'gone', installPath: '.' } } }),
    });
    expect(findings).toEqual([
      {
        rule: 'schema',
        message: '"max_score" is a number of points, 0 to 1,000,000.',
        file: 'criteria.json',
        line: 5,
        column: 53,
        field: 'checklist[0].max_score',
      },
      {
        rule: 'outside',
        message: '"/etc/x" is not a relative path.',
        file: 'criteria.json',
        line: 6,
        column: 91,
        field: 'checklist[1].check.path',
      },
      {
        rule: 'file',
        message: '"gone" does not exist.',
        file: 'scenario.json',
        line: 3,
        column: 13,
        field: 'fixtures.shop',
      },
    ]);
  });

  it.each([
    ['a name of git that is an option', { ref: '--upload-pack=x' }],
    ['a range', { ref: 'main..next' }],
    ['a transport that runs commands', { repoUrl: 'ext::sh -c x' }],
    ['a path', { repoUrl: '../shop' }],
    ['a password', { repoUrl: 'https://a:b@git.example/a/b' }],
    ['no address', { repoUrl: 'acme' }],
  ])('of a fixture is found: %s', async (_what, change) => {
    const shop = { type: 'commit', repoUrl: 'https://git.example/a/b', ref: HASH, ...change };
    const { scenario, findings } = await read(scenarioOf(preparation({ fixtures: { shop } })));
    expect(findings).toHaveLength(1);
    expect(scenario.fixtures.size).toBe(0);
  });

  it('of patterns that are slow ends the look', async () => {
    const exclude = Array.from({ length: 8000 }, (_, index) => `*${index}?`);
    const shop = { type: 'directory', path: 'start', installPath: '.', exclude };
    const many = Array.from({ length: 3000 }, (_, index) => [
      `start/${'a'.repeat(100)}${index}`,
      '',
    ]);
    const { findings } = await read({
      ...scenarioOf(preparation({ fixtures: { shop } })),
      ...(Object.fromEntries(many) as Files),
    });
    expect(findings).toMatchObject([{ rule: 'schema', file: 'start' }]);
  });

  it.each([
    [
      JSON.stringify({
        context: 'x',
        type: 'weighted_checklist',
        checklist: Array(201).fill(ledger),
      }),
      'at most 200',
    ],
    [
      `{"context": "x", "type": "weighted_checklist", "checklist": ${'['.repeat(100)}`,
      'nests deeper',
    ],
    ['\uFEFF{}', '"context" is missing'],
    ['{"checklist": [{"max_score": 1e999}]}', 'max_score'],
  ])('of criteria is found: %#', async (text, message) => {
    const { findings } = await read(scenarioOf({ 'criteria.json': text }));
    expect(findings.map((finding) => finding.message).join('\n')).toContain(message);
  });
});

/** Values that are near to what a file has. */
const near = (known: object) =>
  fc.record(
    Object.fromEntries(
      Object.entries(known).map(([key, value]) => [
        key,
        fc.oneof({ weight: 3, arbitrary: fc.constant(value as unknown) }, fc.jsonValue()),
      ]),
    ),
    { requiredKeys: [] },
  );

const check = fc.oneof(
  near({ type: 'file', path: 'a', exists: true }),
  near({ type: 'pattern', path: 'a', pattern: 'a+', absent: true }),
  near({ type: 'schema', path: 'a', schema: {} }),
  near({ type: 'command', command: 'true', exitCode: 1 }),
);
const criterion = fc
  .tuple(near({ name: 'a', description: 'Writes b', max_score: 5, category: 'DESIGN' }), check)
  .map(([fields, of]) => ({ ...fields, check: of }));
const fixture = fc.oneof(
  near({ type: 'commit', repoUrl: 'https://git.example/a/b', ref: HASH, installPath: '.' }),
  near({ type: 'directory', path: 'start', installPath: 'a', include: ['*'], exclude: ['b'] }),
);
const criteriaFile = fc.oneof(
  fc.json(),
  fc.array(fc.oneof(criterion, fc.jsonValue())).map((items) => criteriaOf(...items)),
);
const scenarioFile = fc.oneof(
  fc.json(),
  fc
    .tuple(
      near({ description: '', include: ['start'], setup: ['a.sh'] }),
      fc.dictionary(fc.string(), fixture),
    )
    .map(([fields, fixtures]) => JSON.stringify({ ...fields, fixtures })),
);

it('whatever the files hold is a scenario, or has findings', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string(),
      criteriaFile,
      scenarioFile,
      async (text, criteria, scenarioText) => {
        const { scenario, findings } = await read({
          'task.md': `Do. ${text}`,
          'criteria.json': criteria,
          'scenario.json': scenarioText,
          'start/a.js': '',
          'a.sh': '#!/bin/sh\n',
        });
        for (const { rule, file } of findings) {
          expect(rules).toHaveProperty(rule);
          expect(file).not.toBe('');
        }
        const isSound = findings.every(({ rule }) => rules[rule].severity === 'warning');
        if (isSound) expect(scenario.criteria.length).toBeGreaterThan(0);
      },
    ),
    { numRuns: 200 },
  );
});
