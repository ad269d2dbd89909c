import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TestProject } from '../testing/test-project.js';
import { VerifyHandler } from './verify.js';

let project: TestProject;
beforeEach(async () => {
  project = await TestProject.create();
  await install('one', { name: 'acme/one', skills: ['plan', 'review'] });
  await install('two', { name: 'acme/two', skills: ['review', 'ship'] });
});
afterEach(() => project.drop());

const install = async (folder: string, sketch: { name: string; skills: string[] }) =>
  project.install([await project.plugin(folder, sketch)], { agent: ['claude-code'] });
const left = async () =>
  Object.entries(
    (await project.json('svc.json'))['dependencies'] as Record<string, { include?: object }>,
  ).map(([name, { include }]) => [name, include]);

describe('svc uninstall', () => {
  it('finds the plugin of a skill, and removes that skill alone', async () => {
    await project.uninstall('ship');
    expect(await left()).toEqual([
      ['acme/one', undefined],
      ['acme/two', { skills: ['review'] }],
    ]);
    await project.uninstall('two-review');
    expect(await left()).toEqual([['acme/one', undefined]]);
  });

  it('names the commands where several plugins have it', async () => {
    await expect(project.uninstall('review')).rejects.toMatchObject({
      code: 'installed_ambiguous',
      hint: 'Say which: `svc uninstall acme/one --skill review`, `svc uninstall acme/two --skill review`.',
    });
    expect(await left()).toHaveLength(2);
  });

  it('finds a plugin by its short name and by its folder', async () => {
    await project.uninstall('one');
    await project.uninstall(`file:${join(project.base, 'two')}`);
    expect(await left()).toEqual([]);
    await expect(project.uninstall('one')).rejects.toMatchObject({ code: 'plugin_not_installed' });
  });

  it('takes --skill with a plugin only', async () => {
    await expect(project.uninstall('ship', { skill: ['ship'] })).rejects.toMatchObject({
      code: 'usage',
    });
  });
});

describe('svc verify-install', () => {
  const verify = () => new VerifyHandler(project.tools).run({}, project.context);

  it('counts skills and files, and follows links', async () => {
    const { differences, plugins, skills, files } = await verify();
    expect({ differences, plugins, skills }).toEqual({ differences: [], plugins: 2, skills: 4 });
    expect(files).toBeGreaterThan(4);
    await rm(join(project.root, '.svc/plugins/acme/one/skills/plan/SKILL.md'));
    const broken = await verify();
    expect(broken).toMatchObject({ skills: 3, files: files - 1 });
    expect(broken.differences).toContainEqual({
      plugin: 'acme/one',
      path: '.claude/skills/plan',
      kind: 'missing',
      message: 'leads to a folder without SKILL.md',
    });
  });
});
