import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defineModule } from 'svc-registry/kernel';
import { startTestHost, type TestHost, plainStyle } from 'svc-registry/testing';
import registryModule from '../registry/module.js';
import { newPlugin, newSkill } from '../registry/contract/plugin-commands.js';
import { TestProject } from './client/testing/test-project.js';
import { testContext } from './client/testing/test-context.js';
import { OutdatedHandler } from './client/handlers/outdated.js';
import { StatusHandler } from './client/handlers/status.js';
import { projectChangeText } from './client/render/project-change-text.js';
import { outdatedText, pluginListText } from './client/render/plugin-list-text.js';
import { installPlugins, listPlugins, uninstallPlugin } from './contract/operations.js';
import { signInRequired } from 'svc-registry/kernel';
import install from './module.js';

const style = plainStyle();
let host: TestHost;
let project: TestProject;

beforeAll(async () => {
  const bare = (id: string) => defineModule({ id, api: '^1.0.0', summary: id });
  host = await startTestHost({
    modules: [
      bare('persistence'),
      bare('web'),
      bare('jobs'),
      bare('identity'),
      registryModule,
      install,
    ],
    facet: 'client',
  });
  project = await TestProject.create();
  await project.publish({
    name: 'acme/tools',
    version: '1.0.0',
    skills: ['review'],
    rules: ['style'],
  });
  await project.publish({
    name: 'acme/tools',
    version: '1.1.0',
    skills: ['review'],
    rules: ['style'],
  });
  await project.publish({ name: 'acme/tools', version: '2.0.0', skills: ['review'] });
});
afterAll(async () => {
  await project.drop();
  await host.stop();
});

describe('the module in a host', () => {
  it('installs, lists and removes a plugin of a folder', async () => {
    const cwd = join(project.base, 'hosted');
    await mkdir(join(cwd, '.git'), { recursive: true });
    const source = await project.plugin('own', {
      name: 'acme/own',
      skills: ['plan'],
      rules: ['style'],
    });
    const change = await host.invoke(
      installPlugins,
      { source: [source], agent: ['claude-code'], toolServer: true },
      { cwd },
    );
    expect(projectChangeText(change, style)).toMatch(
      /^\+ acme\/own 1\.0\.0 installed {2}skills: plan\n.*\nChanged: \.svc, \.claude\/skills\/plan, \.mcp\.json, CLAUDE\.md, svc-lock\.json, svc\.json$/,
    );
    const list = await host.invoke(listPlugins, {}, { cwd });
    expect(list).toEqual({
      project: cwd,
      mode: 'vendored',
      agents: ['claude-code'],
      plugins: [
        {
          name: 'acme/own',
          wanted: 'file:../own',
          version: '1.0.0',
          source: 'file:../own',
          installed: true,
          skills: ['plan'],
          rules: ['style'],
        },
      ],
    });
    expect(pluginListText(list, style)).toBe(
      'acme/own  1.0.0  file:../own  plan\n1 plugin, vendored, for claude-code',
    );
    await rm(join(cwd, '.svc/plugins'), { recursive: true });
    expect((await host.invoke(listPlugins, {}, { cwd })).plugins[0]).toMatchObject({
      installed: false,
    });
    await host.invoke(uninstallPlugin, { plugin: 'acme/own' }, { cwd });
    expect((await host.invoke(listPlugins, {}, { cwd })).plugins).toEqual([]);
  });

  it('installs a new plugin and a new skill from their folders', async () => {
    const cwd = join(project.base, 'new');
    await mkdir(join(cwd, '.git'), { recursive: true });
    const plugin = {
      name: 'acme/fresh',
      summary: 'Fresh.',
      skill: true,
      skillDescription: 'Use when fresh.',
      install: true,
    };
    await host.invoke(newPlugin, plugin, { cwd });
    await host.invoke(
      newSkill,
      { name: 'greet', description: 'Use when greeting.', workspace: 'acme', install: true },
      { cwd },
    );
    expect((await host.invoke(listPlugins, {}, { cwd })).plugins).toMatchObject([
      { name: 'acme/fresh', wanted: 'file:plugins/fresh', installed: true, skills: ['fresh'] },
      { name: 'acme/greet', wanted: 'file:skills/greet', installed: true, skills: ['greet'] },
    ]);
    expect(host.notes).toContain(`Installed acme/greet 0.1.0 into ${cwd}.`);
  });

  it('warns of a key of svc.json that looks like another, and keeps it', async () => {
    const cwd = join(project.base, 'typo');
    await mkdir(cwd);
    const text =
      '{ "mode": "vendored", "agents": ["agents"], "dependecies": { "a": 1 }, "x-own": 2 }';
    await writeFile(join(cwd, 'svc.json'), text);
    await host.invoke(installPlugins, {}, { cwd });
    expect(host.warnings.filter((warning) => warning.includes('key'))).toEqual([
      'svc.json has the unknown key "dependecies"; did you mean "dependencies"?',
    ]);
    expect(await readFile(join(cwd, 'svc.json'), 'utf8')).toBe(text);
  });

  it('says which file of the project cannot be read', async () => {
    const cwd = join(project.base, 'circle');
    await mkdir(cwd);
    await symlink('svc.json', join(cwd, 'svc.json'));
    const refusal = {
      code: 'project_file_invalid',
      issues: [{ file: 'svc.json', message: 'is a link in a circle' }],
    };
    await expect(host.invoke('install.init', {}, { cwd })).rejects.toMatchObject(refusal);
  });

  it('says that a folder holds no plugin', async () => {
    await mkdir(join(project.root, 'empty'));
    for (const [source, code] of [
      ['file:nowhere', 'plugin_missing'],
      ['file:empty', 'nothing_to_install'],
    ] as const) {
      await expect(
        host.invoke(installPlugins, { source: [source] }, { cwd: project.root }),
      ).rejects.toMatchObject({ code, exit: 4 });
    }
  });

  it('refuses agents that nobody knows', async () => {
    await expect(
      host.invoke('install.install', { agent: ['clod'] }, { cwd: project.root }),
    ).rejects.toMatchObject({
      code: 'agent_unknown',
      exit: 2,
      hint: expect.stringContaining('claude-code'),
    });
  });
});

describe('reports', () => {
  const context = () => ({
    ...testContext(project.root),
    invoke: () => Promise.reject(signInRequired()),
  });
  const tile = {
    workspaceName: 'acme',
    tileName: 'tools',
    manifestVersion: '1.0.0',
    installedVersion: '1.0.0',
  };
  const status = () => new StatusHandler(project.tools).run({}, context());

  it('say nothing without a project', async () => {
    expect((await status()).manifest.summary).toEqual({
      upToDate: 0,
      missing: 0,
      outdated: 0,
      invalid: 0,
    });
    await expect(new OutdatedHandler(project.tools).run({}, context())).rejects.toMatchObject({
      code: 'project_missing',
    });
  });

  it('name newer versions and write nothing', async () => {
    await project.install(['acme/tools@1.0.0'], { agent: ['agents'] });
    const before = await project.state();
    const report = await new OutdatedHandler(project.tools).run({}, context());
    expect(report).toEqual({
      project: project.root,
      outdated: [
        {
          current: { tile: { workspaceName: 'acme', tileName: 'tools', version: '1.0.0' } },
          update: { version: '2.0.0', breaking: true },
          compatible: '1.1.0',
        },
      ],
      failed: [],
      withdrawn: [],
    });
    expect(outdatedText(report, style)).toBe(
      'acme/tools  1.0.0 → 1.1.0 or 2.0.0  new major version: --force',
    );
    expect((await status()).manifest.tiles.outdated).toEqual([{ ...tile, latestVersion: '2.0.0' }]);
    expect(await project.state()).toEqual(before);
  });

  it('tell what is missing, changed and broken', async () => {
    await project.write('.svc/plugins/acme/tools/more.md', 'x');
    expect((await status()).manifest.tiles.invalidPackages).toEqual([
      { name: 'acme/tools', problem: expect.stringContaining('differ from svc-lock.json') },
    ]);
    await rm(join(project.root, '.svc/plugins'), { recursive: true });
    expect((await status()).manifest.tiles.missing).toEqual([{ ...tile, installedVersion: null }]);
    await project.install([]);
    await project.update({ force: true });
    expect((await status()).manifest.tiles.upToDate).toEqual([
      { ...tile, manifestVersion: '2.0.0', installedVersion: '2.0.0' },
    ]);
    await project.write('svc.json', '{');
    const broken = await status();
    expect(broken.manifest.summary.invalid).toBe(1);
    expect(broken.authentication).toEqual({ authenticated: false, email: null });
  });
});

describe('a lone skill', () => {
  it('links a plugin that is itself a skill, again and again', async () => {
    const own = await TestProject.create();
    const skill = '---\nname: greet\ndescription: Use when greeting.\n---\n';
    const source = await own.plugin('own', {
      name: 'acme/greet',
      manifest: { skills: ['./'] },
      files: { 'SKILL.md': skill },
    });
    await own.install([source], { agent: ['claude-code', 'agents'] });
    expect((await own.state())['.claude/skills/greet']).toBe('-> ../../.svc/plugins/acme/greet');
    expect((await own.install([source])).written).toEqual([]);
    await own.uninstall('acme/greet');
    expect((await own.state())['.claude/skills/greet']).toBeUndefined();
    await own.drop();
  });
});
