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

/** What a fresh clone of the project does not have. */
async function removeInstalled(): Promise<void> {
  for (const path of ['.svc', '.claude']) await rm(join(project.root, path), { recursive: true });
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

    await removeInstalled();
    expect(await requestsOf(() => install([]))).toBe(2);
    expect(await project.state()).toEqual(installed);

    await work.commit(filesOf('two'));
    expect(await requestsOf(() => project.update())).toBe(requests - 1);
    for (const name of names)
      expect(await project.read(`.claude/skills/${name}/SKILL.md`)).toBe(skillOf(name, 'two'));
  });
});

describe('a host whose addresses have no `.git` at their end', () => {
  const repository = 'org/project/_git/tools';
  const skill = '.claude/skills/one/SKILL.md';
  const source = (): string => server.url(repository);
  let work: GitWork;

  beforeEach(async () => {
    work = await server.create(repository);
    server.withoutEnding.add(repository);
    await work.commit({
      'plugins/one/.claude-plugin/plugin.json': JSON.stringify({ name: 'one' }),
      'plugins/one/skills/one/SKILL.md': skillOf('one', 'first'),
      'plugins/two/.claude-plugin/plugin.json': JSON.stringify({ name: 'two' }),
      'plugins/two/skills/two/SKILL.md': skillOf('two', 'first'),
    });
  });

  /** What was chosen is installed, also from the lock, and so is what comes after it. */
  async function expectFollowed(): Promise<void> {
    expect(await project.read(skill)).toBe(skillOf('one', 'first'));
    await removeInstalled();
    await project.install([]);
    expect(await project.read(skill)).toBe(skillOf('one', 'first'));
    await work.commit({ 'plugins/one/skills/one/SKILL.md': skillOf('one', 'second') });
    expect(await project.update()).toMatchObject({ plugins: [{ action: 'updated' }] });
    expect(await project.read(skill)).toBe(skillOf('one', 'second'));
  }

  it('has plugins in folders, each with an address of its own', async () => {
    await project.install([source()], { agent: ['claude-code'], plugin: ['one'] });
    expect(await project.json('svc.json')).toMatchObject({
      dependencies: { 'org-project-git-tools/one': { source: `${source()}//plugins/one` } },
    });
    await expectFollowed();
  });

  it('has folders behind two slashes, and says so to who writes one', async () => {
    await project.install([`${source()}//plugins/one#main`], { agent: ['claude-code'] });
    await expectFollowed();
    await expect(project.install([`${source()}/plugins/two`])).rejects.toMatchObject({
      code: 'repository_unavailable',
      hint: expect.stringContaining('https://<host>/<repository>//<folder>'),
    });
  });

  it('has the folders of entries of marketplaces elsewhere', async () => {
    const list = await server.create('acme/list');
    const entry = { source: 'git-subdir', url: source(), path: './plugins/one' };
    await list.commit({
      '.claude-plugin/marketplace.json': JSON.stringify({
        name: 'list',
        owner: { name: 'Acme' },
        plugins: [{ name: 'one', source: entry }],
      }),
    });
    await project.install([server.url('acme/list')], { agent: ['claude-code'], plugin: ['one'] });
    expect(await project.json('svc-lock.json')).toMatchObject({
      plugins: { 'acme-list/one': { from: `${source()}//plugins/one` } },
    });
    await expectFollowed();
  });
});
