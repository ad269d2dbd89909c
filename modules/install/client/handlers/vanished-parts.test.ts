import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { GitServer, type GitWork } from '../../../../test/network/git-server.js';
import type { OutdatedReport } from '../../contract/results.js';
import { outdatedText } from '../render/plugin-list-text.js';
import { testContext } from '../testing/test-context.js';
import { TestProject } from '../testing/test-project.js';
import { OutdatedHandler } from './outdated.js';
import { plainStyle } from 'svc-registry/testing';

const env = { PATH: process.env['PATH'], HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };
const skillOf = (name: string, text = 'Text'): string =>
  `---\nname: ${name}\ndescription: For ${name}.\n---\n${text}\n`;

let server: GitServer;
let project: TestProject;
let work: GitWork;
let repositories = 0;
let repository: string;

beforeAll(async () => {
  server = await GitServer.start();
});
afterAll(() => server.close());
beforeEach(async () => {
  project = await TestProject.create();
  project.context = testContext(project.root, { env });
  repositories += 1;
  repository = `acme/parts${repositories}`;
  work = await server.create(repository);
});
afterEach(() => project.drop());

const source = (): string => server.url(repository);
const install = (more: object = {}) =>
  project.install([source()], { agent: ['claude-code'], ...more });
const outdated = (): Promise<OutdatedReport> =>
  new OutdatedHandler(project.tools).run({}, testContext(project.root, { env }));
const dependencies = async (): Promise<readonly string[]> =>
  Object.keys((await project.json('svc.json'))['dependencies'] as object);

describe('skills that were chosen and are gone upstream', () => {
  beforeEach(async () => {
    await work.commit({
      'skills/a/SKILL.md': skillOf('a'),
      'skills/b/SKILL.md': skillOf('b'),
      'skills/c/SKILL.md': skillOf('c'),
    });
    await install({ skill: ['a', 'b'] });
    await project.publish({ name: 'acme/other' });
    await project.install(['acme/other']);
    await project.publish({ name: 'acme/other', version: '1.1.0' });
    await work.commit({ 'skills/a': null, 'skills/b/SKILL.md': skillOf('b', 'New') });
  });

  const gone = () => ({
    name: repository,
    code: 'skills_vanished',
    message: `Skills of ${repository} that were chosen are no longer in its source: a. Keep the others: \`svc install ${source()} --only b\`.`,
  });

  it('are a row of outdated with the command that keeps the others', async () => {
    const report = await outdated();
    expect(report.failed).toEqual([gone()]);
    expect(report.outdated).toMatchObject([{ current: { tile: { tileName: 'other' } } }]);
    expect(outdatedText(report, plainStyle())).toContain(`✗ ${repository}: ${gone().message}`);
  });

  it('stay as they are while the others are updated, and what the row says helps', async () => {
    const lock = (await project.json('svc-lock.json'))['plugins'] as Record<string, unknown>;
    const change = await project.update();
    expect(change).toMatchObject({ plugins: [{ name: 'acme/other' }], failed: [gone()] });
    expect(await project.json('svc-lock.json')).toMatchObject({
      plugins: { [repository]: lock[repository] },
    });
    expect(await project.read('.claude/skills/a/SKILL.md')).toBe(skillOf('a'));

    // a clone gets them from the commit of the lock
    await rm(join(project.root, '.svc'), { recursive: true });
    await project.install([]);
    expect(await project.read('.claude/skills/a/SKILL.md')).toBe(skillOf('a'));

    await install({ only: ['b'] });
    expect(await project.read('.claude/skills/b/SKILL.md')).toBe(skillOf('b', 'New'));
    expect(Object.keys(await project.state())).not.toContain('.claude/skills/a');
    expect((await outdated()).failed).toEqual([]);
  });

  it('are all of them: the plugin can be removed', async () => {
    await work.commit({ 'skills/b': null });
    const [row] = (await outdated()).failed;
    expect(row).toMatchObject({
      code: 'skills_vanished',
      message: expect.stringContaining(`Remove what is left: \`svc uninstall ${repository}\`.`),
    });
    await project.uninstall(repository);
    expect(await outdated()).toMatchObject({ failed: [] });
  });

  it('are gone with everything else', async () => {
    await work.commit({ skills: null, 'README.md': 'Empty.' });
    expect((await outdated()).failed).toMatchObject([
      {
        name: repository,
        code: 'nothing_to_install',
        message: expect.stringContaining(`\`svc uninstall ${repository}\` takes it out`),
      },
    ]);
  });
});

describe('skills of a plugin that were chosen and are gone in its newer version', () => {
  beforeEach(async () => {
    await project.publish({ name: 'acme/other' });
    await project.install(['acme/other'], { agent: ['claude-code'] });
  });

  /** The plugin stays as it is, and the other one is updated. */
  async function expectRow(name: string, hint: string): Promise<void> {
    await project.publish({ name: 'acme/other', version: '1.1.0' });
    const failed = [{ name, code: 'skills_vanished', message: expect.stringContaining(hint) }];
    expect(await outdated()).toMatchObject({
      outdated: [{ current: { tile: { tileName: 'other' } } }],
      failed,
    });
    const lock = (await project.json('svc-lock.json'))['plugins'] as Record<string, unknown>;
    expect(await project.update()).toMatchObject({ plugins: [{ name: 'acme/other' }], failed });
    expect(await project.json('svc-lock.json')).toMatchObject({ plugins: { [name]: lock[name] } });
  }

  it('are a row where it is in a repository', async () => {
    const manifest = { '.claude-plugin/plugin.json': JSON.stringify({ name: 'parts' }) };
    const skills = { 'skills/a/SKILL.md': skillOf('a'), 'skills/b/SKILL.md': skillOf('b') };
    await work.commit({ ...manifest, ...skills });
    await install({ skill: ['a'] });
    await work.commit({ 'skills/a': null });
    await expectRow(repository, `\`svc uninstall ${repository}\``);
    await install({ only: ['b'] });
    expect((await outdated()).failed).toEqual([]);
  });

  it('are a row where it is in the registry', async () => {
    await project.publish({ name: 'acme/tools', skills: ['a', 'b', 'c'] });
    await project.install(['acme/tools'], { skill: ['a', 'b'] });
    await project.publish({ name: 'acme/tools', version: '1.1.0', skills: ['b', 'c'] });
    await expectRow('acme/tools', '`svc install acme/tools --only b`');
  });
});

describe('vendor plugins of one name', () => {
  /** Folders whose names differ in what no name of a plugin can have, so that only a number tells their plugins apart. */
  const ODD = ['x y', 'x_y', 'x-y', 'x.y'];
  const folders = [
    ...Array.from({ length: 100 }, (_, index) => `p${index}/same`),
    ...ODD.map((one) => `${one}/same`),
  ];
  const filesOf = (folder: string): Record<string, string> => ({
    [`${folder}/.claude-plugin/plugin.json`]: JSON.stringify({ name: 'same', description: folder }),
    [`${folder}/skills/same/SKILL.md`]: skillOf('same', folder),
  });

  beforeEach(async () => {
    await work.commit(Object.assign({}, ...folders.map(filesOf)) as Record<string, string>);
  });

  /** The folder of each plugin, by its name. */
  const installed = async (): Promise<Record<string, string | undefined>> => {
    const names = await dependencies();
    const texts = await Promise.all(
      names.map((name) => project.read(`.svc/plugins/${name}/skills/same/SKILL.md`)),
    );
    return Object.fromEntries(
      names.map((name, index) => [name, texts[index]?.trim().split('\n').pop()]),
    );
  };

  it('all get names, from their folders or with a number, that stay when one of them goes', async () => {
    const workspace = repository.replace('/', '-');
    await install({ plugin: ['*'] });
    const first = await installed();
    expect(Object.keys(first)).toHaveLength(folders.length);
    expect(new Set(Object.values(first))).toEqual(new Set(folders));
    expect(first).toMatchObject({
      [`${workspace}/same`]: 'p0/same',
      [`${workspace}/p1-same`]: 'p1/same',
      [`${workspace}/x-y-same`]: 'x y/same',
      [`${workspace}/same-2`]: 'x-y/same',
      [`${workspace}/same-4`]: 'x_y/same',
    });

    await rm(join(project.root, '.svc'), { recursive: true });
    await project.install([]);
    expect(await installed()).toEqual(first);

    await work.commit({ 'p0/same': null, 'x y/same': null });
    expect((await outdated()).failed).toMatchObject(
      [`${workspace}/same`, `${workspace}/x-y-same`].map((name) => ({
        name,
        code: 'path_unknown',
        message: expect.stringContaining(`\`svc uninstall ${name}\` takes it out`),
      })),
    );
    for (const name of ['same', 'x-y-same']) await project.uninstall(`${workspace}/${name}`);
    const rest = await installed();
    await install({ plugin: ['*'] });
    expect(await installed()).toEqual(rest);
  });
});
