/** `svc eval lint` on folders as they may be on a disk. */
import { execFileSync } from 'node:child_process';
import { mkdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ScenarioLintResult } from '../../modules/eval/contract/lint-result.js';
import { flaws } from '../../modules/eval/testing/flaws/index.js';
import { OUTSIDE, PIPE, type Files } from '../../modules/eval/testing/memory-folder.js';
import { preparation, scenarioOf } from '../../modules/eval/testing/base.js';
import { soundScenarios } from '../../modules/eval/testing/sound.js';
import { openProgram, type Program } from './program.js';

let program: Program;
/** A plugin. */
let plugin: string;
let evals: string;

beforeAll(async () => {
  program = await openProgram({ SVC_URL: 'http://127.0.0.1:9' });
  plugin = join(program.cwd, 'plugin');
  evals = join(plugin, 'evals');
});
afterAll(() => program.close());

beforeEach(async () => {
  await rm(plugin, { recursive: true, force: true });
  await rm(join(program.cwd, '.git'), { recursive: true, force: true });
  await write(plugin, { '.svc-plugin/plugin.json': '{"name": "acme/shop", "version": "1.0.0"}' });
});

async function write(folder: string, files: Files) {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    if (text === PIPE) execFileSync('mkfifo', [file]);
    else if (text === OUTSIDE) await symlink('/etc/hostname', file);
    else await writeFile(file, text);
  }
}

const scenario = (name: string, files: Files = {}) => write(join(evals, name), scenarioOf(files));

async function lint(source?: string, cwd = plugin) {
  const args = ['eval', 'lint', ...(source === undefined ? [] : [source]), '--json'];
  const { code, stdout, stderr } = await program.run(args, { cwd });
  expect(stderr).toBe('');
  return { code, result: JSON.parse(stdout) as ScenarioLintResult };
}

const rulesOf = ({ errors, warnings }: ScenarioLintResult) =>
  [...errors, ...warnings].map(({ rule, file }) => `${rule} ${file}`);

describe('sound scenarios', () => {
  it.each([
    ['the folder of a plugin', '.', '.'],
    ['a folder of scenarios', 'evals', '.'],
    ['one scenario', 'evals/refunds', '.'],
    ['nothing, in the plugin', undefined, '.'],
    ['nothing, in its scenarios', undefined, 'evals'],
    ['nothing, in the scenario', undefined, 'evals/refunds'],
  ])('are found by %s', async (_how, source, cwd) => {
    await scenario('refunds');
    const { code, result } = await lint(source, join(plugin, cwd));
    expect({ code, result }).toEqual({
      code: 0,
      result: { folder: evals, scenarios: 1, skipped: [], errors: [], warnings: [] },
    });
  });

  it('of every kind pass; folders that are none are named', async () => {
    for (const [index, files] of Object.values(soundScenarios).entries())
      await write(join(evals, `scenario-${index}`), files);
    await write(join(evals, 'shared'), { 'rates.csv': '' });
    await write(join(evals, 'begun'), { 'task.md': '\n' });
    await write(join(evals, '.cache'), { 'task.md': 'x' });
    await write(evals, { 'README.md': 'x' });
    const { code, result } = await lint();
    expect(rulesOf(result)).toEqual([]);
    expect({ code, result }).toMatchObject({
      code: 0,
      result: {
        scenarios: Object.keys(soundScenarios).length,
        skipped: [
          { folder: 'begun', why: 'has an empty task.md' },
          { folder: 'shared', why: 'has no task.md' },
        ],
      },
    });
    const { stdout } = await program.run(['eval', 'lint'], { cwd: plugin });
    expect(stdout).toBe(
      `skipped begun: has an empty task.md\nskipped shared: has no task.md\nok 13 scenarios in ${evals}: no errors, no warnings, 2 folders skipped\n`,
    );
  });

  it.each([
    ['a plugin without any', '.', 'There are no scenarios in PLUGIN.'],
    ['no folder', 'nowhere', 'PLUGIN/nowhere is not a folder.'],
    ['a file', '.svc-plugin/plugin.json', 'PLUGIN/.svc-plugin/plugin.json is not a folder.'],
  ])('are missed in %s', async (_what, source, said) => {
    const { code, stdout, stderr } = await program.run(['eval', 'lint', source], { cwd: plugin });
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    expect(stderr).toContain(said.replace('PLUGIN', join(program.cwd, 'plugin')));
    expect(stderr).toContain('a folder with a task.md');
  });
});

describe('flaws', () => {
  it('are found on the disk as in memory, all of them in one run', async () => {
    for (const [index, { flawed }] of flaws.entries()) await scenario(`flaw-${index}`, flawed);
    const { code, result } = await lint();
    const found = rulesOf(result);
    const missed = flaws.flatMap(({ rule, what }, index) =>
      found.some((each) => each.startsWith(`${rule} flaw-${index}/`)) ? [] : [`${rule}: ${what}`],
    );
    expect({ code, missed }).toEqual({ code: 3, missed: [] });
  });

  it('are told with file, line and column, with what to do, and by an exit code', async () => {
    const text = `{
  "context": "x",
  "type": "weighted_checklist",
  "checklist": [
    { "name": "Errors", "description": "Handles errors properly", "max_score": "5" },
    { "name": "Docs", "description": "The notes are good", "max_score": 5 }
  ]
}
`;
    await scenario('refunds', { 'criteria.json': text });
    const { code, stdout, stderr } = await program.run(['eval', 'lint'], { cwd: plugin });
    const file = join(evals, 'refunds/criteria.json');
    expect({ code, stderr }).toEqual({ code: 3, stderr: '' });
    expect(stdout.split('\n')).toEqual([
      `${file}:5:80 error schema: "max_score" is a number of points, 0 to 1,000,000.`,
      `${file}:6:38 warning vague: "good" can mean anything here.`,
      '',
      expect.stringMatching(/^schema A file does not have the documented form\. Correct /),
      expect.stringMatching(/^vague The criterion leaves open .* Say what can be seen /),
      '',
      `invalid 1 scenario in ${evals}: 1 error, 1 warning`,
      '',
    ]);
    const { result } = await lint();
    expect(result.errors).toEqual([
      {
        rule: 'schema',
        message: '"max_score" is a number of points, 0 to 1,000,000.',
        why: 'A file does not have the documented form.',
        fix: expect.stringContaining('Correct the field') as unknown,
        file: 'refunds/criteria.json',
        line: 5,
        column: 80,
        field: 'checklist[0].max_score',
      },
    ]);
  });

  it('cannot write to the terminal what they like', async () => {
    const red = '\u001b[31m';
    const criterion = { name: `${red}a\n`, description: 'Good', max_score: 1 };
    const criteria = {
      context: 'x',
      type: 'weighted_checklist',
      checklist: [criterion, criterion],
    };
    await scenario(`${red}x`, { 'criteria.json': JSON.stringify(criteria) });
    const { stdout } = await program.run(['eval', 'lint'], { cwd: plugin });
    expect(stdout).toContain('is called "\uFFFD[31ma\uFFFD", too.\n');
    expect(stdout).not.toContain('\u001b');
  });

  it('that are warnings leave the exit code alone', async () => {
    await scenario('refunds', { 'setup.sh': 'npm ci\n' });
    const { code, result } = await lint();
    expect({ code, found: rulesOf(result) }).toEqual({
      code: 0,
      found: ['no-shebang refunds/setup.sh'],
    });
  });
});

describe('what is no text file', () => {
  it.each(['task.md', 'criteria.json', 'scenario.json', 'setup.sh', 'resources', 'resources/data'])(
    'a pipe called %s holds nothing up',
    async (path) => {
      await scenario('refunds', { [path]: PIPE });
      const { code, result } = await lint();
      expect({ code, found: rulesOf(result) }).toEqual({
        code: 3,
        found: [`file refunds/${path}`],
      });
    },
  );

  it.each(['task.md', 'criteria.json', 'scenario.json'])('%s of 8 GB is not read', async (path) => {
    await scenario('refunds', { [path]: '{' });
    await truncate(join(evals, 'refunds', path), 8 * 1024 ** 3);
    const { code, result } = await lint();
    expect({ code, found: rulesOf(result) }).toEqual({ code: 3, found: [`file refunds/${path}`] });
  });

  it('huge resources and scripts are no matter', async () => {
    await scenario('refunds', { 'resources/data': 'x', 'setup.sh': '#!/bin/sh\n' });
    for (const path of ['resources/data', 'setup.sh'])
      await truncate(join(evals, 'refunds', path), 8 * 1024 ** 3);
    expect((await lint()).code).toBe(0);
  });

  it('bytes that are no text are told', async () => {
    await scenario('refunds', { 'criteria.json': 'x' });
    await writeFile(join(evals, 'refunds/task.md'), Buffer.from([0x61, 0xff, 0x00]));
    const { result } = await lint();
    expect(rulesOf(result)).toEqual(['schema refunds/criteria.json', 'file refunds/task.md']);
  });

  it('more entries than are looked at are told', async () => {
    await scenario('refunds');
    const many = Array.from({ length: 5001 }, (_, index) => [
      `resources/${index % 7}/${index}`,
      '',
    ]);
    await write(join(evals, 'refunds'), Object.fromEntries(many) as Files);
    const { result } = await lint();
    expect(rulesOf(result)).toEqual(['file refunds/resources']);
  });
});

describe('what leads out of the boundary', () => {
  it.each([
    ['task.md', 'task.md'],
    ['criteria.json', 'criteria.json'],
    ['setup.sh', 'setup.sh'],
    ['resources', 'resources'],
    ['resources/deep/data', 'resources/deep/data'],
  ])('by the link %s is not read', async (path) => {
    await scenario('refunds', { [path]: '' });
    const file = join(evals, 'refunds', path);
    await mkdir(dirname(file), { recursive: true });
    await symlink(path === 'resources' ? '/etc' : '/etc/hostname', file);
    const { code, result } = await lint();
    expect({ code, found: rulesOf(result) }).toEqual({
      code: 3,
      found: [`outside refunds/${path}`],
    });
  });

  it('by a whole scenario is not read', async () => {
    await mkdir(evals, { recursive: true });
    await write(join(program.cwd, 'elsewhere'), scenarioOf());
    await symlink('../../elsewhere', join(evals, 'refunds'));
    const { code, result } = await lint();
    expect({ code, found: rulesOf(result) }).toEqual({ code: 3, found: ['outside refunds'] });
    execFileSync('git', ['init', '--quiet'], { cwd: program.cwd });
    expect((await lint()).code).toBe(0);
  });

  it('depends on the repository around it', async () => {
    await write(join(program.cwd, 'examples/shop'), { 'a.js': '' });
    const shop = { type: 'directory', path: '../../../examples/shop', installPath: '.' };
    await scenario('refunds', preparation({ fixtures: { shop } }));
    expect(rulesOf((await lint()).result)).toEqual(['outside refunds/scenario.json']);
    execFileSync('git', ['init', '--quiet'], { cwd: program.cwd });
    expect((await lint()).code).toBe(0);
    await symlink('/etc/hostname', join(program.cwd, 'examples/shop/link'));
    const { result } = await lint();
    expect(result.errors).toMatchObject([{ rule: 'outside' }]);
  });

  it('links inside are followed, also in a circle', async () => {
    await scenario('refunds', { 'resources/a/b': 'x' });
    await write(plugin, { 'shared/rates.csv': 'x' });
    await symlink('../../../shared', join(evals, 'refunds/resources/shared'));
    await symlink('..', join(evals, 'refunds/resources/a/up'));
    expect((await lint()).code).toBe(0);
    await symlink('nowhere', join(evals, 'refunds/resources/gone'));
    await symlink('loop', join(evals, 'refunds/resources/loop'));
    const { result } = await lint();
    expect(result.errors.map(({ file, message }) => [file, message])).toEqual([
      ['refunds/resources/gone', 'It is a link to nothing.'],
      ['refunds/resources/loop', 'It cannot be read: links lead in a circle.'],
    ]);
  });
});
