import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { OutdatedReport } from '../../contract/results.js';
import { outdatedText } from '../render/plugin-list-text.js';
import { projectChangeText } from '../render/project-change-text.js';
import { testContext } from '../testing/test-context.js';
import { TestProject } from '../testing/test-project.js';
import { OutdatedHandler } from './outdated.js';
import { plainStyle } from 'svc-registry/testing';

const style = plainStyle();
const archived = {
  name: 'acme/tools',
  version: '1.0.0',
  state: 'archived',
  reason: 'Use acme/new.',
} as const;
const ARCHIVED_TEXT = '! acme/tools 1.0.0 is archived: Use acme/new.';
let project: TestProject;

beforeEach(async () => {
  project = await TestProject.create();
  await project.publish({ name: 'acme/tools', version: '1.0.0', skills: ['review'] });
  await project.publish({ name: 'acme/other', version: '1.0.0' });
  await project.install(['acme/tools@1.0.0', 'acme/other@1.0.0'], { agent: ['agents'] });
});
afterEach(() => project.drop());

const archive = (version = '1.0.0') =>
  project.registry.archived.set(`acme/tools@${version}`, 'Use acme/new.');
const outdated = (): Promise<OutdatedReport> =>
  new OutdatedHandler(project.tools).run({}, testContext(project.root));

describe('an archived version', () => {
  it('is installed from the lock, and said to be archived', async () => {
    archive();
    expect((await project.install([])).withdrawn).toEqual([]); // what is in place needs no registry
    await rm(join(project.root, '.svc/plugins'), { recursive: true });
    const change = await project.install([]);
    expect(change.plugins).toMatchObject([
      { version: '1.0.0', action: 'installed' },
      { name: 'acme/other' },
    ]);
    expect(change.withdrawn).toEqual([archived]);
    expect(projectChangeText(change, style).split('\n')).toContain(ARCHIVED_TEXT);
  });

  it('is not installed by who has not got it', async () => {
    await project.publish({ name: 'acme/tools', version: '1.1.0' });
    archive('1.1.0');
    await expect(project.install(['acme/tools@1.1.0'])).rejects.toMatchObject({
      code: 'version_archived',
      exit: 5,
      message: expect.stringContaining('Use acme/new.'),
      hint: expect.stringContaining('svc install acme/tools'),
    });
  });

  it('is reported by outdated, and by an update that does not leave it behind', async () => {
    archive();
    const report = await outdated();
    expect(report).toEqual({
      project: project.root,
      outdated: [],
      failed: [],
      withdrawn: [archived],
    });
    expect(outdatedText(report, style)).toBe(`There are no newer versions.\n${ARCHIVED_TEXT}`);
    const kept = await project.update();
    expect(kept).toMatchObject({ withdrawn: [archived], written: [] });
    await project.publish({ name: 'acme/tools', version: '1.1.0', skills: ['review'] });
    expect(await project.update()).toMatchObject({
      withdrawn: [],
      plugins: [{ version: '1.1.0', action: 'updated' }],
    });
    expect(await outdated()).toEqual({
      project: project.root,
      outdated: [],
      failed: [],
      withdrawn: [],
    });
  });

  it('is never what an update takes', async () => {
    await project.publish({ name: 'acme/tools', version: '1.1.0' });
    await project.publish({ name: 'acme/tools', version: '1.2.0' });
    archive('1.2.0');
    expect(await outdated()).toMatchObject({
      outdated: [{ update: { version: '1.1.0' } }],
      withdrawn: [],
    });
  });
});

describe('an unpublished version', () => {
  it('is reported, while the others are looked after', async () => {
    await project.registry.unpublish('acme/tools', '1.0.0');
    await project.publish({ name: 'acme/other', version: '1.1.0' });
    const report = await outdated();
    expect(report).toMatchObject({
      outdated: [{ current: { tile: { tileName: 'other' } } }],
      withdrawn: [{ ...archived, state: 'unpublished', reason: null }],
    });
    expect(outdatedText(report, style)).toContain(
      '! acme/tools 1.0.0 was unpublished and cannot be downloaded again: `svc uninstall acme/tools` takes it out of svc.json.',
    );
    expect((await project.update()).plugins).toMatchObject([
      { name: 'acme/other', version: '1.1.0' },
    ]);
  });

  it('that the lock names is a row with both ways out, and the others are installed', async () => {
    await project.registry.unpublish('acme/tools', '1.0.0');
    expect((await project.install([])).written).toEqual([]);
    await rm(join(project.root, '.svc/plugins'), { recursive: true });
    const change = await project.install([]);
    expect(change.plugins).toMatchObject([{ name: 'acme/other', action: 'installed' }]);
    expect(change.failed).toEqual([
      {
        name: 'acme/tools',
        code: 'version_unpublished',
        message: expect.stringMatching(
          /^acme\/tools@1\.0\.0 was unpublished .*svc install acme\/tools.*svc uninstall acme\/tools/,
        ),
      },
    ]);
  });
});

describe('a plugin that is not there', () => {
  beforeEach(() => rm(join(project.registry.folder, 'acme/tools'), { recursive: true }));

  it('is reported, while the others are looked after', async () => {
    const missing = { ...archived, state: 'missing', reason: 'Is the name right?' } as const;
    expect(await outdated()).toEqual({
      project: project.root,
      outdated: [],
      failed: [],
      withdrawn: [missing],
    });
    expect(await project.update()).toMatchObject({ withdrawn: [missing] });
  });

  it('keeps its files and its entry in the lock as they are, while the others are installed', async () => {
    const skill = '.svc/plugins/acme/tools/skills/review/SKILL.md';
    await project.write(skill, 'changed');
    await rm(join(project.root, '.svc/plugins/acme/other'), { recursive: true });
    const before = await project.state();
    const change = await project.install([]);
    expect(change).toMatchObject({
      plugins: [{ name: 'acme/other', action: 'installed' }],
      failed: [{ name: 'acme/tools', code: 'not_found' }],
    });
    expect(change.failed?.[0]?.message).toContain('`svc uninstall acme/tools` takes it out');
    const after = await project.state();
    for (const [path, content] of Object.entries(before))
      expect([path, after[path]]).toEqual([path, content]);
    expect(await project.read(skill)).toBe('changed');
  });

  it('is an error where it is named, where nothing else is installed, and with a frozen lock', async () => {
    const refused = { code: 'not_found', hint: 'Is the name right?' };
    await expect(project.install(['acme/tools@1.0.1'])).rejects.toMatchObject(refused);
    await project.setMode('managed');
    await rm(join(project.root, '.svc/plugins'), { recursive: true });
    const before = await project.state();
    await expect(project.install([], { frozenLockfile: true })).rejects.toMatchObject(refused);
    expect(await project.state()).toEqual(before);
    await project.uninstall('acme/other');
    await expect(project.install([])).rejects.toMatchObject(refused);
  });

  it('is not updated by its name', async () => {
    await expect(project.update({ plugin: 'acme/tools' })).rejects.toMatchObject({
      code: 'not_found',
      hint: 'Is the name right?',
    });
  });
});
