import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeByDayOn } from '../contract/databases-by-day.js';
import {
  newRepository,
  openRegistryServer,
  writePlugin,
  type RegistryServer,
} from './registry-server.js';
import { failed, openTools, wordsOf, type ToolClient } from './mcp/tool-client.js';

describeByDayOn('sqlite', 'the tools, over stdio', (database) => {
  let registry: RegistryServer;
  let repo: string;
  let tools: ToolClient;
  const call = (...args: Parameters<ToolClient['call']>) => tools.call(...args);
  const data = (...args: Parameters<ToolClient['data']>) => tools.data(...args);

  beforeAll(async () => {
    registry = await openRegistryServer(database);
    repo = await newRepository(registry.program, 'repo');
    tools = await openTools(registry.program, { cwd: repo, args: ['--allow-public'] });
  });

  afterAll(async () => {
    await tools.close();
    await registry.close();
  });

  it('make a plugin and publish it, without ever changing who sees it', async () => {
    const made = await call('new_plugin', {
      name: 'acme/tools',
      summary: 'Tools.',
      skill: { name: 'tools', description: 'Use for tools.' },
    });
    expect(made.structuredContent).toMatchObject({ plugin: 'acme/tools' });
    const path = join(repo, 'plugins/tools');
    expect(await data('tile_publish', { path })).toMatchObject({
      version: '0.1.0',
      private: true,
    });
    const unknown = await call('tile_publish', { path, public: true });
    expect(unknown).toMatchObject(failed({ code: 'invalid_input', issues: [{ field: 'public' }] }));
    const skill = await writePlugin(join(repo, 'open'), { name: 'acme/open', private: false });
    expect(await data('skill_publish', { path: skill })).toMatchObject({
      plugin: 'acme/open',
      private: false,
    });
  });

  it('install, tell the state of the project, update and uninstall', async () => {
    expect(await call('install', { projectDir: repo })).toMatchObject(
      failed({ code: 'project_missing' }),
    );
    expect(await data('install', { packageName: 'acme/tools' })).toMatchObject({
      plugins: [{ action: 'installed' }],
    });
    // the data itself, for clients that read text
    const answer = await call('status');
    expect(JSON.parse(wordsOf(answer))).toEqual(answer.structuredContent);
    const status = async () => await data('status');
    expect(await status()).toMatchObject({
      authentication: { authenticated: true, email: 'admin@example.com' },
      manifest: {
        summary: { upToDate: 1, missing: 0, outdated: 0, invalid: 0 },
        tiles: { upToDate: [{ workspaceName: 'acme', tileName: 'tools' }] },
      },
    });
    const tile = {
      workspaceName: 'acme',
      tileName: 'tools',
      manifestVersion: '0.1.0',
      installedVersion: '0.1.0',
    };
    expect(await status()).toEqual({
      project: repo,
      authentication: { authenticated: true, email: 'admin@example.com' },
      manifest: {
        summary: { upToDate: 1, missing: 0, outdated: 0, invalid: 0 },
        tiles: { upToDate: [tile], missing: [], outdated: [], invalidPackages: [] },
      },
    });
    await writePlugin(join(repo, 'plugins/tools'), { name: 'acme/tools', version: '1.0.0' });
    expect(await data('tile_publish', { path: 'plugins/tools' })).toMatchObject({
      version: '1.0.0',
    });
    expect(await status()).toMatchObject({
      manifest: { summary: { outdated: 1 }, tiles: { outdated: [{ latestVersion: '1.0.0' }] } },
    });
    expect(await data('outdated')).toMatchObject({
      outdated: [{ update: { breaking: true } }],
    });
    const skipped = await call('update', { tiles: ['acme/tools'] });
    expect(skipped.structuredContent).toMatchObject({ written: [] });
    expect(wordsOf(skipped)).toContain(
      'acme/tools 1.0.0 is a new major version and was skipped; `force` takes it.',
    );
    expect(await data('update', { tiles: ['acme/tools'], force: true })).toMatchObject({
      plugins: [{ version: '1.0.0' }],
    });
    expect(await call('update', { tiles: [] })).toMatchObject(failed({ code: 'invalid_input' }));
    expect(await data('uninstall', { packageName: 'acme/tools' })).toMatchObject({
      plugins: [{ action: 'removed' }],
    });
  });

  it('list the skills of a plugin with several before they install some of them', async () => {
    const folder = join(repo, 'plugins/many');
    await call('new_plugin', {
      name: 'acme/many',
      summary: 'Many.',
      skill: { name: 'cook', description: 'Use for cooking.' },
    });
    await mkdir(join(folder, 'skills/bake'), { recursive: true });
    await writeFile(
      join(folder, 'skills/bake/SKILL.md'),
      '---\nname: bake\ndescription: Use for baking.\n---\n\nBake.\n',
    );
    const before = await readFile(join(repo, 'svc.json'), 'utf8');
    const listed = await call('install', { packageName: 'file:plugins/many' });
    expect(listed.structuredContent).toMatchObject({
      choices: ['bake', 'cook'],
      plugins: [],
      written: [],
    });
    for (const name of ['bake', 'cook']) expect(wordsOf(listed)).toContain(name);
    expect(await readFile(join(repo, 'svc.json'), 'utf8')).toBe(before);
    const chosen = await call('install', { packageName: 'file:plugins/many', skills: ['bake'] });
    expect(chosen.structuredContent).toMatchObject({
      plugins: [{ name: 'acme/many', skills: ['bake'] }],
    });
    const unknown = await call('install', { packageName: 'file:plugins/many', skills: ['fry'] });
    expect(unknown).toMatchObject(failed({ code: 'skill_unknown', hint: expect.any(String) }));
    expect(await data('uninstall', { packageName: 'file:plugins/many' })).toMatchObject({
      plugins: [{ name: 'acme/many', action: 'removed' }],
    });
  });

  it('name the parameter that answers what a person would be asked, and what to choose from', async () => {
    const folder = join(repo, 'lone');
    await mkdir(folder);
    await writeFile(
      join(folder, 'SKILL.md'),
      '---\nname: lone\ndescription: Use when alone.\n---\n\nWalk.\n',
    );
    const asked = await call('skill_publish', { path: 'lone' });
    expect(asked).toMatchObject(
      failed({ code: 'invalid_input', issues: [{ field: 'workspace' }] }),
    );
    expect(wordsOf(asked)).toContain('Next: Call the tool again with `workspace` (one of acme).');
    expect(await data('skill_publish', { path: 'lone', workspace: 'acme' })).toMatchObject({
      plugin: 'acme/lone',
    });
  });

  it('publish a plugin whose manifest says that others see it as before, and say so', async () => {
    for (const [isPrivate, was] of [
      [true, 'private'],
      [false, 'public'],
    ] as const) {
      const plugin = { name: `acme/stays-${was}`, private: isPrivate };
      const path = await writePlugin(join(repo, 'stays', was), plugin);
      await registry.svc(['plugin', 'publish', path]);
      await writePlugin(path, { ...plugin, private: !isPrivate, version: '2.0.0' });
      const refused = await call('skill_publish', { path });
      expect(refused).toMatchObject(failed({ code: 'visibility_conflict' }));
      expect(JSON.stringify(refused)).not.toContain('--');
      const published = await call('tile_publish', { path });
      expect(published.structuredContent).toMatchObject({ version: '2.0.0', private: isPrivate });
      expect(wordsOf(published)).toContain(`${plugin.name} stays ${was} although`);
      const manifest: unknown = JSON.parse(
        await readFile(join(path, '.svc-plugin/plugin.json'), 'utf8'),
      );
      expect(manifest).toMatchObject({ version: '2.0.0', private: isPrivate });
      const stranger = await fetch(`${registry.server.origin}/v1/tiles/${plugin.name}`);
      expect(stranger.status).toBe(isPrivate ? 404 : 200);
    }
  });
});
