import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { GitServer, type GitWork } from '../../../../test/network/git-server.js';
import type { InstallCandidate } from '../../contract/policies.js';
import { OutdatedHandler } from './outdated.js';
import { testContext } from '../testing/test-context.js';
import { TestProject } from '../testing/test-project.js';

const MARKET = '.claude-plugin/marketplace.json';
let server: GitServer;
let market: GitWork;
let other: GitWork;
let project: TestProject;
let count = 0;
let names: { readonly market: string; readonly other: string };

beforeAll(async () => {
  server = await GitServer.start();
});
afterAll(() => server.close());
beforeEach(async () => {
  count += 1;
  names = { market: `acme/market${count}`, other: `other/tools${count}` };
  market = await server.create(names.market);
  other = await server.create(names.other);
  project = await TestProject.create();
  project.context = testContext(project.root, { env });
});
afterEach(() => project.drop());

const env = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  SVC_GIT_TIMEOUT: '15',
};
const skill = (name: string, text = name): string =>
  `---\nname: ${name}\ndescription: Use when ${name} is needed.\n---\n\n${text}\n`;
const plugin = (name: string, folder = `plugins/${name}`, text = name) => ({
  [join(folder, '.claude-plugin/plugin.json')]: JSON.stringify({
    name,
    description: `Does ${name}.`,
  }),
  [join(folder, `skills/${name}/SKILL.md`)]: skill(name, text),
});
const listing = (...plugins: object[]) => ({ [MARKET]: JSON.stringify({ name: 'm', plugins }) });
const url = (): string => server.url(names.market);
const nameOf = (entry: string): string => `acme-market${count}/${entry}`;
const gitSource = (more: object = {}) => ({
  source: 'url',
  url: `${server.url(names.other)}.git`,
  ...more,
});

const write = async (contents: Readonly<Record<string, string | object>>): Promise<void> => {
  for (const [path, content] of Object.entries(contents))
    await project.write(path, typeof content === 'string' ? content : JSON.stringify(content));
};
const removeInstalled = () => rm(join(project.root, '.svc'), { recursive: true });

/** Installs what svc.json names: entries of the marketplace. */
async function install(...entries: readonly string[]) {
  const dependencies = Object.fromEntries(
    entries.map((entry) => [nameOf(entry), { source: url(), plugin: entry }]),
  );
  await write({ 'svc.json': { name: 'p', agents: ['claude-code'], dependencies } });
  return project.install([]);
}
const lockOf = async (entry: string) =>
  ((await project.json('svc-lock.json'))['plugins'] as Record<string, Record<string, unknown>>)[
    nameOf(entry)
  ];
const outdated = () =>
  new OutdatedHandler(project.tools).run({}, testContext(project.root, { env }));
const files = async () => Object.keys(await project.state());

describe('an entry of a marketplace', () => {
  it('in its own repository is installed, and locked with where it is', async () => {
    const commit = await market.commit({
      ...listing({ name: 'one', source: './plugins/one', category: 'x' }),
      ...plugin('one'),
    });
    const change = await install('one');
    expect(change.plugins).toMatchObject([
      { name: nameOf('one'), action: 'installed', skills: ['one'], source: url() },
    ]);
    expect(await lockOf('one')).toMatchObject({
      source: url(),
      plugin: 'one',
      from: `${url()}//plugins/one`,
      entry: { name: 'one' },
      commit,
    });
    expect(await files()).toContain('.claude/skills/one');
  });

  it('in another repository is installed at the commit that it names', async () => {
    const sha = await other.commit(plugin('two', 'deep/two'));
    await other.commit(plugin('two', 'deep/two', 'changed'));
    await market.commit(
      listing({
        name: 'two',
        source: { ...gitSource({ sha, path: 'deep/two' }), source: 'git-subdir' },
      }),
    );
    await install('two');
    const at = `${server.url(names.other)}.git/deep/two#${sha}`;
    expect(await lockOf('two')).toMatchObject({ plugin: 'two', from: at, commit: sha });
    expect((await outdated()).outdated).toEqual([]);
  });

  it('is installed from the lock without its marketplace', async () => {
    await other.commit(plugin('two', ''));
    await market.commit(
      listing({ name: 'two', source: gitSource(), strict: false, skills: ['./skills/two'] }),
    );
    await install('two');
    const lock = await lockOf('two');
    server.refusals.set(names.market, 404);
    await removeInstalled();
    const change = await project.install([]);
    expect(change.plugins).toMatchObject([{ name: nameOf('two'), action: 'installed' }]);
    expect(await lockOf('two')).toEqual(lock);
  });

  it('is asked about by both hosts, and blocked by either', async () => {
    await other.commit(plugin('two', ''));
    await market.commit(listing({ name: 'two', source: gitSource() }));
    const asked: InstallCandidate[] = [];
    let blocked = names.other;
    project.policies.push({
      judge: (candidates) => {
        asked.push(...candidates);
        return Promise.resolve(
          candidates.flatMap(({ name, source }) =>
            source.kind === 'git' && source.path === blocked
              ? [{ name, level: 'block' as const, rule: 'sourceRestriction', message: 'No.' }]
              : [],
          ),
        );
      },
    });
    await expect(install('two')).rejects.toMatchObject({ code: 'policy_blocked' });
    expect(server.requests.filter((one) => one.includes(names.other))).toEqual([]);
    blocked = names.market;
    await expect(install('two')).rejects.toMatchObject({ code: 'policy_blocked' });
    blocked = '';
    await install('two');
    const paths = asked.map(({ source }) => (source.kind === 'git' ? source.path : source.kind));
    expect(new Set(paths)).toEqual(new Set([names.market, names.other]));
  });

  it.each<[string, unknown, string]>([
    ['is not listed', './', 'entry_unknown'],
    ['would run a program', { source: 'command', command: 'id' }, 'entry_unsupported'],
    ['is of a kind that is not known', { source: 'pip', package: 'x' }, 'entry_unsupported'],
  ])('that %s is an error that names it', async (_what, source, code) => {
    await market.commit(listing({ name: code === 'entry_unknown' ? 'else' : 'one', source }));
    await expect(install('one')).rejects.toMatchObject({
      code,
      message: expect.stringContaining('"one"') as unknown,
    });
  });

  it('that lists the marketplace itself is read as a plugin, once', async () => {
    await market.commit({
      ...listing({ name: 'self', source: { source: 'url', url: `${url()}.git` } }),
      'skills/pdf/SKILL.md': skill('pdf'),
    });
    const change = await install('self');
    expect(change.plugins).toMatchObject([{ name: nameOf('self'), skills: ['pdf'] }]);
  });

  it('of a folder of this machine is read where it is now', async () => {
    await write({
      'market/.agents/plugins/marketplace.json': {
        plugins: [{ name: 'one', source: { source: 'local', path: './plugins/one' } }],
      },
      ...Object.fromEntries(
        Object.entries(plugin('one')).map(([path, text]) => [`market/${path}`, text]),
      ),
      'svc.json': {
        name: 'p',
        agents: ['claude-code'],
        dependencies: { 'local-market/one': { source: 'file:market', plugin: 'one' } },
      },
    });
    const change = await project.install([]);
    expect(change.plugins).toMatchObject([{ name: 'local-market/one', skills: ['one'] }]);
  });
});

describe('what changes upstream', () => {
  beforeEach(async () => {
    await other.commit(plugin('two', ''));
    await market.commit({
      ...listing({ name: 'one', source: './plugins/one' }, { name: 'two', source: gitSource() }),
      ...plugin('one'),
    });
    await install('one', 'two');
  });

  it('is no update where the content is the same', async () => {
    await market.commit({ 'README.md': 'New.' });
    await other.commit({});
    expect(await outdated()).toMatchObject({ outdated: [], failed: [] });
  });

  it('is found and taken, also when the entry has moved', async () => {
    await other.commit(plugin('two', '', 'newer'));
    await market.commit({
      ...listing({ name: 'one', source: './moved' }, { name: 'two', source: gitSource() }),
      ...plugin('one', 'moved', 'newer'),
    });
    expect((await outdated()).outdated).toHaveLength(2);
    const change = await project.update({ yes: true });
    expect(change.plugins.map(({ action }) => action)).toEqual(['updated', 'updated']);
    expect(await lockOf('one')).toMatchObject({ from: `${url()}//moved` });
    expect(await outdated()).toMatchObject({ outdated: [], failed: [] });
  });

  it('is a row where an entry or a repository is gone, and the others go on', async () => {
    await market.commit({
      ...listing({ name: 'one', source: './plugins/one' }),
      ...plugin('one', undefined, 'newer'),
    });
    const gone = {
      name: nameOf('two'),
      code: 'entry_unknown',
      message: expect.stringContaining('svc uninstall') as unknown,
    };
    expect(await outdated()).toMatchObject({
      outdated: [{ current: { tile: { tileName: 'one' } } }],
      failed: [gone],
    });
    const change = await project.update({ yes: true });
    expect(change).toMatchObject({
      plugins: [{ name: nameOf('one'), action: 'updated' }],
      failed: [gone],
    });
    server.refusals.set(names.market, 404);
    expect((await outdated()).failed).toMatchObject([
      { code: 'repository_unavailable' },
      { code: 'repository_unavailable' },
    ]);
  });

  it('leaves out, with the reason, what is at a commit that is no longer there', async () => {
    await other.rewrite({ 'README.md': 'Rewritten.' });
    await removeInstalled();
    expect((await project.install([])).failed).toMatchObject([
      {
        name: nameOf('two'),
        code: 'repository_unreachable',
        message: expect.stringContaining('its history was rewritten'),
      },
    ]);
  });
});

it('reads a repository once, however many of its plugins are installed, and leaves nothing behind', async () => {
  const entries = Array.from({ length: 30 }, (_none, index) => `p${index}`);
  await market.commit({
    ...listing(...entries.map((name) => ({ name, source: `./plugins/${name}` }))),
    ...Object.fromEntries(entries.flatMap((name) => Object.entries(plugin(name)))),
  });
  const { TMPDIR } = process.env;
  const temporary = await mkdtemp(join(tmpdir(), 'svc-temporary-'));
  process.env['TMPDIR'] = temporary;
  server.requests.length = 0;
  const change = await install(...entries).finally(() => {
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
  });
  expect(change.plugins).toHaveLength(30);
  expect(await readdir(temporary)).toEqual([]);
  await rm(temporary, { recursive: true });
  // the branches, the commit, the list, and at most one request for the files of each plugin
  const fetches = server.requests.filter((one) => one.endsWith('/info/refs'));
  expect(fetches.length).toBeLessThanOrEqual(entries.length + 8);
});
