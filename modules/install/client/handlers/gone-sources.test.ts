import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { GitServer } from '../../../../test/network/git-server.js';
import { testContext } from '../testing/test-context.js';
import { TestProject } from '../testing/test-project.js';

const env = { PATH: process.env['PATH'], HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };
const skill = (name: string): string =>
  `---\nname: ${name}\ndescription: For ${name}.\n---\nText\n`;

let server: GitServer;
let project: TestProject;

beforeAll(async () => {
  server = await GitServer.start();
  for (const name of ['gone', 'stays'])
    await (
      await server.create(`acme/${name}`)
    ).commit({ [`skills/${name}/SKILL.md`]: skill(name) });
});
afterAll(() => server.close());

/** A fresh clone of a project whose one repository is not there any more. */
beforeEach(async () => {
  project = await TestProject.create();
  project.context = testContext(project.root, { env });
  server.refusals.clear();
  for (const name of ['gone', 'stays'])
    await project.install([server.url(`acme/${name}`)], { agent: ['claude-code'] });
  for (const path of ['.svc', '.claude'])
    await rm(join(project.root, path), { recursive: true, force: true });
  server.refusals.set('acme/gone', 404);
});
afterEach(() => project.drop());

it('a repository that is gone is a row with its remedy, and the others are installed', async () => {
  const lock = await project.read('svc-lock.json');
  const change = await project.install([]);
  expect(change.plugins).toMatchObject([{ name: 'acme/stays', action: 'installed' }]);
  expect(change.failed).toEqual([
    {
      name: 'acme/gone',
      code: 'repository_unavailable',
      message: expect.stringMatching(/There is no repository .*`svc uninstall acme\/gone` takes/),
    },
  ]);
  const paths = Object.keys(await project.state());
  expect(paths).toContain('.claude/skills/stays');
  expect(paths.filter((path) => path.includes('gone'))).toEqual([]);
  const plugins = (text: string): unknown => (JSON.parse(text) as { plugins: unknown }).plugins;
  expect(plugins(await project.read('svc-lock.json'))).toEqual(plugins(lock));
});

it('nothing but that is an error, and so it is where it was named or the lock is frozen', async () => {
  const refused = { code: 'repository_unavailable' };
  const source = server.url('acme/gone');
  await expect(project.install([source])).rejects.toMatchObject(refused);
  const chosen = await project.json('svc.json');
  await project.write('svc.json', JSON.stringify({ ...chosen, mode: 'managed' }));
  await expect(project.install([], { frozenLockfile: true })).rejects.toMatchObject(refused);
  await project.uninstall('acme/stays');
  await expect(project.install([])).rejects.toMatchObject(refused);
  await project.uninstall('acme/gone');
  expect((await project.install([])).failed).toBeUndefined();
});
