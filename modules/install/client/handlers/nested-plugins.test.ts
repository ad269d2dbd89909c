import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { GitServer } from '../../../../test/network/git-server.js';
import { testContext } from '../testing/test-context.js';
import { TestProject } from '../testing/test-project.js';

const env = { PATH: process.env['PATH'], HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };
const PLUGINS = 30;
const names = Array.from({ length: PLUGINS }, (_, index) => `plugin-${index}`);

let server: GitServer;
let project: TestProject;

beforeAll(async () => {
  server = await GitServer.start();
  const work = await server.create('acme/many');
  await work.commit(Object.assign({}, ...names.map(filesOf)) as Record<string, string>);
});
afterAll(() => server.close());
beforeEach(async () => {
  project = await TestProject.create();
  project.context = testContext(project.root, { env });
});
afterEach(() => project.drop());

function filesOf(name: string): Record<string, string> {
  const folder = `plugins/${name}`;
  return {
    [`${folder}/.claude-plugin/plugin.json`]: JSON.stringify({ name }),
    [`${folder}/skills/${name}/SKILL.md`]: `---\nname: ${name}\ndescription: For ${name}.\n---\nText\n`,
    [`${folder}/skills/${name}/data.txt`]: `data of ${name}`,
    [`${folder}/skills/${name}/link.txt`]: '-> data.txt',
  };
}

/** How many requests bring files: one asks for the commit, the others for contents. */
const packs = (): number =>
  server.requests.filter((request) => request.endsWith('git-upload-pack')).length;

it('counts', async () => {
  server.requests.length = 0;
  const first = await project.install([server.url('acme/many')], { agent: ['claude-code'] });
  expect(first.plugins).toHaveLength(PLUGINS);
  console.log('install', packs(), server.requests.length);
  const installed = await project.state();
  await rm(join(project.root, '.svc'), { recursive: true });
  await rm(join(project.root, '.claude'), { recursive: true });
  server.requests.length = 0;
  const again = await project.install([]);
  console.log('clone', packs(), server.requests.length);
  expect(again.plugins.filter(({ action }) => action === 'installed')).toHaveLength(PLUGINS);
  expect(await project.state()).toEqual(installed);
});
