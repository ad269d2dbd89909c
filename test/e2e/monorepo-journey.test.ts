import { mkdir, readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makePlugin } from '../../modules/install/client/testing/make-plugin.js';
import { openProgram, type Finished, type Program } from './program.js';
import { newRepository } from './registry-server.js';

/** One repository: a project at its root, `packages/own` is a project too, `packages/plain` and `apps` are not. */
describe('projects inside one repository', () => {
  let program: Program;
  let root: string;
  let inner: string;
  const plugins: Record<string, string> = {};
  const svc = (args: readonly string[], cwd: string): Promise<Finished> =>
    program.run(args, { cwd });
  const ok = async (args: readonly string[], cwd: string): Promise<Finished> => {
    const done = await svc(args, cwd);
    expect({ args, ...done }).toMatchObject({ code: 0 });
    return done;
  };
  const names = async (cwd: string): Promise<readonly string[]> => {
    const { project, plugins: listed } = JSON.parse((await ok(['list', '--json'], cwd)).stdout) as {
      project: string;
      plugins: readonly { name: string }[];
    };
    return [project, ...listed.map(({ name }) => name)];
  };

  beforeAll(async () => {
    program = await openProgram({ SVC_URL: 'http://127.0.0.1:9' });
    root = await realpath(await newRepository(program, 'mono'));
    inner = join(root, 'packages/own');
    for (const folder of ['packages/own/src/deep', 'packages/plain', 'apps'])
      await mkdir(join(root, folder), { recursive: true });
    for (const name of ['shared', 'special', 'later'])
      plugins[name] =
        `file:${await makePlugin(join(program.home, name), { name: `acme/${name}`, skills: [name] })}`;
  });
  afterAll(() => program.close());

  it('are made one inside the other, and who makes the second is warned', async () => {
    await ok(['init', '--agent', 'claude-code'], root);
    const { stderr, stdout } = await ok(['init', '--agent', 'claude-code', '--json'], inner);
    expect(stderr).toContain(`${inner} becomes a project of its own inside ${root}`);
    expect(JSON.parse(stdout)).toMatchObject({
      project: inner,
      setups: [{ id: 'claude-code', chosen: true, detected: [] }],
    });
    expect((await ok(['init'], inner)).stderr).not.toContain('becomes');
  });

  it('get what is installed below them: the nearest project, which the answer names', async () => {
    const fromPlain = await ok(['install', plugins['shared'] ?? ''], join(root, 'packages/plain'));
    expect(fromPlain.stderr).toContain(`The project is ${root}, found above this folder.`);
    const fromDeep = await ok(['install', plugins['special'] ?? ''], join(inner, 'src/deep'));
    expect(fromDeep.stderr).toContain(`The project is ${inner}, found above this folder.`);
    expect((await ok(['install'], root)).stderr).not.toContain('The project is');
    expect(await names(join(root, 'apps'))).toEqual([root, 'acme/shared']);
    expect(await names(join(inner, 'src'))).toEqual([inner, 'acme/special']);
    expect(await readFile(join(inner, '.claude/skills/special/SKILL.md'), 'utf8')).toContain(
      'name: special',
    );
  });

  it('are looked at, verified and updated from any folder below them', async () => {
    for (const args of [
      ['list'],
      ['status'],
      ['verify-install'],
      ['outdated'],
      ['update', '--yes'],
      ['install', '--frozen-lockfile'],
    ]) {
      const { stderr } = await ok(args, join(inner, 'src/deep'));
      expect(stderr).toContain(`The project is ${inner}, found above this folder.`);
    }
  });

  it('share no plugin: what the outer one has cannot be uninstalled from the inner one', async () => {
    const refused = await svc(['uninstall', 'acme/shared'], inner);
    expect(refused).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('does not name a plugin "acme/shared"'),
    });
    await ok(['uninstall', 'acme/special'], join(inner, 'src'));
    expect([await names(inner), await names(root)]).toEqual([[inner], [root, 'acme/shared']]);
  });

  it('need no project around them: two side by side in one repository', async () => {
    const repository = await realpath(await newRepository(program, 'side-by-side'));
    for (const [folder, plugin] of Object.entries({ web: 'shared', api: 'special' })) {
      await mkdir(join(repository, folder));
      const { stderr } = await ok(
        ['install', plugins[plugin] ?? '', '--agent', 'agents'],
        join(repository, folder),
      );
      expect(stderr).toContain(
        `A new project is created in ${join(repository, folder)}. To have one for the whole repository`,
      );
    }
    expect(await names(join(repository, 'web'))).toEqual([join(repository, 'web'), 'acme/shared']);
    expect(await names(join(repository, 'api'))).toEqual([join(repository, 'api'), 'acme/special']);
    expect(await svc(['list'], repository)).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('There is no svc.json in'),
    });
  });

  it('end at the root of a repository, also when that lies in another project', async () => {
    const library = await newRepository(program, 'mono/vendor-library');
    expect(await svc(['list'], library)).toMatchObject({ code: 4 });
    await ok(['install', plugins['later'] ?? '', '--agent', 'agents'], library);
    expect(await names(root)).toEqual([root, 'acme/shared']);
    await rm(library, { recursive: true });
  });

  it('leave the inner one whole when everything is uninstalled from the outer one', async () => {
    await ok(['install', plugins['special'] ?? ''], inner);
    await ok(['uninstall', '--all'], join(root, 'apps'));
    expect(await svc(['list'], root)).toMatchObject({ code: 4 });
    expect(await names(inner)).toEqual([inner, 'acme/special']);
    await ok(['verify-install'], inner);
  });
});
