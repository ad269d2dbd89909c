import { execFileSync } from 'node:child_process';
import { chmod, cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makePlugin } from '../../modules/install/client/testing/make-plugin.js';
import { openProgram, type Finished, type Program } from '../e2e/program.js';
import { newRepository } from '../e2e/registry-server.js';
import { stateOf } from './harness/project-state.js';
import { NO_VOLUMES, Volume } from './harness/volumes.js';

const MANY = 10_000;
/** Megabytes of heap that a command gets: it ends itself when that is not enough. */
const HEAP = '--max-old-space-size=150';

let program: Program;
beforeAll(async () => {
  program = await openProgram({ SVC_URL: 'http://127.0.0.1:9' });
});
afterAll(() => program.close());

const plugin = (name: string, files: Readonly<Record<string, string>> = {}): Promise<string> =>
  makePlugin(join(program.home, name), {
    name: `acme/${name}`,
    skills: [name],
    rules: [name],
    files,
  });
const install = (cwd: string, folder: string): Promise<Finished> =>
  program.run(['install', `file:${folder}`, '--agent', 'claude-code', '--tool-server'], { cwd });

/** A project with one plugin. */
async function project(name: string): Promise<string> {
  const cwd = await newRepository(program, name);
  expect(await install(cwd, await plugin('first'))).toMatchObject({ code: 0 });
  return cwd;
}

describe('an install that cannot be done', () => {
  const onVolumes = NO_VOLUMES === undefined ? it : it.skip;

  onVolumes(
    `on a full volume leaves everything as it was${NO_VOLUMES === undefined ? '' : `: ${NO_VOLUMES}`}`,
    async () => {
      const before = await project('full');
      const large = await plugin('large', { 'skills/large/data.txt': 'x'.repeat(2_000_000) });
      const location = join(program.cwd, 'full-volume');
      // the volume is gone with the program: what it held is copied away
      const run = `cp -a "${before}/." "$0" && { "$@"; code=$?; cp -a "$0/." "$0.after"; exit $code; }`;
      await mkdir(`${location}.after`);
      const { through } = new Volume(location, { size: '1m', run });
      const { code, stderr } = await program.run(['install', `file:${large}`], {
        cwd: location,
        through,
      });
      expect({ code, stderr }).toMatchObject({
        code: 6,
        stderr: expect.stringMatching(/no space is left/) as unknown,
      });
      expect(await stateOf(`${location}.after`)).toEqual(await stateOf(before));
    },
  );

  it.each(['svc.json', 'svc-lock.json', '.mcp.json', '.svc/RULES.md'])(
    'because %s may not be written changes nothing',
    async (file) => {
      const cwd = await project(`read-only-${file.replaceAll(/\W/g, '-')}`);
      await chmod(join(cwd, file), 0o444);
      const before = await stateOf(cwd);
      const folder = await makePlugin(join(program.home, 'second'), {
        name: 'acme/second',
        skills: ['second'],
        rules: ['second'],
        files: {
          '.mcp.json': JSON.stringify({
            mcpServers: { extra: { type: 'stdio', command: 'true', args: [] } },
          }),
        },
      });
      const { code, stderr } = await install(cwd, folder);
      expect(code).not.toBe(0);
      expect(stderr).toContain(file);
      expect(stderr).toMatch(/read-only/);
      expect(await stateOf(cwd)).toEqual(before);
    },
  );

  it('because a file of an agent leads out of the project changes nothing, there or here', async () => {
    const cwd = await newRepository(program, 'leads-out');
    const outside = join(program.home, 'outside.json');
    await writeFile(outside, '{}');
    await symlink(outside, join(cwd, '.mcp.json'));
    const before = await stateOf(cwd);
    const { code, stderr } = await install(cwd, await plugin('first'));
    expect(code).not.toBe(0);
    expect(stderr).toContain('.mcp.json');
    expect(await stateOf(cwd)).toEqual(before);
    expect((await stateOf(program.home))['outside.json']).toContain('{}');
  });
});

describe('a read-only checkout', () => {
  const onVolumes = NO_VOLUMES === undefined ? it : it.skip;
  const readOnly = async (name: string) => {
    const original = await project(name);
    const location = join(program.cwd, `${name}-volume`);
    return {
      original,
      location,
      run: `cp -a "${original}/." "$0" && mount -o remount,ro "$0" && exec "$@"`,
    };
  };
  const commands = [
    ['verify-install', '--json'],
    ['list', '--json'],
    ['status', '--json'],
    ['outdated', '--json'],
  ];

  onVolumes.each(commands)('is looked at by %s', async (...args) => {
    const { location, run } = await readOnly(`looked-at-by-${args[0]}`);
    const { through } = new Volume(location, { size: '8m', run });
    const { code, stdout } = await program.run(args, { cwd: location, through });
    expect({ code, stdout }).toMatchObject({ code: 0 });
    if (args[0] === 'verify-install')
      expect(JSON.parse(stdout)).toMatchObject({ project: location, plugins: 1, differences: [] });
  });

  onVolumes(
    'and in which a command was interrupted is looked at all the same, with a warning',
    async () => {
      const { original, location, run } = await readOnly('interrupted-and-closed');
      await mkdir(join(original, '.svc/.work'));
      await writeFile(join(original, '.svc/.work/journal.json'), '{"version":1,"entries":[]}');
      const { through } = new Volume(location, { size: '8m', run });
      const { code, stderr } = await program.run(['verify-install'], { cwd: location, through });
      expect({ code, stderr }).toMatchObject({
        code: 0,
        stderr: expect.stringContaining('may show a half-finished change') as unknown,
      });
    },
  );

  onVolumes('is not repaired, and the reason is reported', async () => {
    const { original, location, run } = await readOnly('not-repaired');
    await writeFile(join(original, '.svc/RULES.md'), 'mine');
    const { through } = new Volume(location, { size: '8m', run });
    const { code, stderr } = await program.run(['verify-install', '--repair'], {
      cwd: location,
      through,
    });
    expect({ code, stderr }).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('the file system is read-only') as unknown,
    });
  });
});

describe('an install from a folder', () => {
  it.each([
    [
      'a pipe',
      'wait',
      (folder: string) => void execFileSync('mkfifo', [join(folder, 'skills/strange/wait')]),
    ],
    [
      'a link to a folder around it',
      'loop',
      (folder: string) => symlink('..', join(folder, 'skills/strange/loop')),
    ],
    [
      'a link to itself',
      'self',
      (folder: string) => symlink('self', join(folder, 'skills/strange/self')),
    ],
  ])('with %s names it and installs nothing', async (_what, name, disturb) => {
    const folder = await plugin('strange');
    await disturb(folder);
    const cwd = await newRepository(program, `from-${name}`);
    const { code, stderr } = await install(cwd, folder);
    expect(code).toBe(3);
    expect(stderr).toContain(`skills/strange/${name}`);
    expect(Object.keys(await stateOf(cwd))).toEqual(['.git']);
    await rm(folder, { recursive: true });
  });
});

describe('a plugin in place', () => {
  it.each([
    ['a pipe', (folder: string) => void execFileSync('mkfifo', [join(folder, 'rules/wait.md')])],
    ['a link that never ends', (folder: string) => symlink('loop', join(folder, 'loop'))],
    [
      'a folder instead of a file',
      (folder: string) => mkdir(join(folder, 'skills/first/SKILL.md/x'), { recursive: true }),
    ],
  ])('in which there is %s is made whole again', async (what, disturb) => {
    const cwd = await project(`whole-${what.replaceAll(' ', '-')}`);
    const before = await stateOf(cwd);
    const folder = join(cwd, '.svc/plugins/acme/first');
    await rm(join(folder, 'skills/first/SKILL.md'));
    await disturb(folder);
    const { code, stderr } = await program.run(['install'], { cwd });
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('was changed on disk') as unknown,
    });
    expect(await stateOf(cwd)).toEqual(before);
  });
});

describe('a project with ten thousand plugins', () => {
  it('is listed in little memory', async () => {
    const cwd = await project('crowded');
    const lock = JSON.parse((await stateOf(cwd))['svc-lock.json']!.slice(4)) as {
      plugins: Record<string, object>;
    };
    const names = Array.from({ length: MANY }, (_, index) => `acme/plugin-${index + 1}`);
    const [first] = Object.values(lock.plugins);
    const plugins = Object.fromEntries(
      names.map((name) => [name, { ...first, source: 'registry' }]),
    );
    const dependencies = Object.fromEntries(names.map((name) => [name, { version: '1.0.0' }]));
    await writeFile(join(cwd, 'svc-lock.json'), JSON.stringify({ ...lock, plugins }));
    await writeFile(
      join(cwd, 'svc.json'),
      JSON.stringify({ name: 'crowded', mode: 'managed', dependencies }),
    );
    for (const name of names.slice(0, 50))
      await cp(join(cwd, '.svc/plugins/acme/first'), join(cwd, '.svc/plugins', name), {
        recursive: true,
      });
    const { code, stdout } = await program.run(['list', '--json'], {
      cwd,
      env: { NODE_OPTIONS: HEAP },
    });
    expect(code).toBe(0);
    expect(stdout).toContain(`acme/plugin-${MANY}`);
  });
});
