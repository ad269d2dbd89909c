import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { GitServer, type GitWork } from '../../../../test/network/git-server.js';
import { testContext } from '../testing/test-context.js';
import { TestProject } from '../testing/test-project.js';

const env = { PATH: process.env['PATH'], HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };
const PLUGINS = 30;
const names = Array.from({ length: PLUGINS }, (_, index) => `plugin-${index}`);
const marketplace = JSON.stringify({
  name: 'many',
  owner: { name: 'Acme' },
  plugins: names.map((name) => ({ name, source: `./plugins/${name}` })),
});

let server: GitServer;
let project: TestProject;
let uploadPack: string;

beforeAll(async () => {
  server = await GitServer.start();
});
afterAll(() => server.close());
beforeEach(async () => {
  project = await TestProject.create();
  project.context = testContext(project.root, { env });
});
afterEach(() => project.drop());

function filesOf(text: string): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => [
      [`plugins/${name}/.claude-plugin/plugin.json`, JSON.stringify({ name })],
      [`plugins/${name}/skills/${name}/SKILL.md`, skillOf(name, text)],
      [`plugins/${name}/skills/${name}/data.txt`, `data of ${name}`],
      [`plugins/${name}/skills/${name}/link.txt`, '-> data.txt'],
    ]),
  );
}

const skillOf = (name: string, text: string): string =>
  `---\nname: ${name}\ndescription: For ${name}.\n---\n${text}\n`;

/** How many requests a command has sent that brought something: branches, commits or contents. */
async function requestsOf(command: () => Promise<unknown>): Promise<number> {
  server.requests.length = 0;
  await command();
  return server.requests.filter((request) => request === `POST ${uploadPack}`).length;
}

describe.each([
  // the branch, the commit, what is looked at, and the rest
  ['plugins in folders', 4, {}],
  // also the list
  ['entries of a marketplace', 5, { '.claude-plugin/marketplace.json': marketplace }],
])('%s of one repository', (what, requests, more) => {
  const repository = `acme/${what.replaceAll(' ', '-')}`;
  let work: GitWork;

  beforeEach(async () => {
    uploadPack = `/${repository}.git/git-upload-pack`;
    work = await server.create(repository);
    await work.commit({ ...filesOf('one'), ...more });
  });

  it('are fetched together: when they are chosen, from a lock, and for an update', async () => {
    const install = (sources: string[]) => project.install(sources, { agent: ['claude-code'] });
    const source = `${server.url(repository)}.git`;
    expect(await requestsOf(() => install([source]))).toBe(requests);
    const installed = await project.state();
    expect(Object.keys(installed)).toEqual(
      expect.arrayContaining(names.map((name) => `.claude/skills/${name}`)),
    );

    for (const path of ['.svc', '.claude']) await rm(join(project.root, path), { recursive: true });
    expect(await requestsOf(() => install([]))).toBe(2);
    expect(await project.state()).toEqual(installed);

    await work.commit(filesOf('two'));
    expect(await requestsOf(() => project.update())).toBe(requests - 1);
    for (const name of names)
      expect(await project.read(`.claude/skills/${name}/SKILL.md`)).toBe(skillOf(name, 'two'));
  });
});
