import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeOnSqlite } from '../../contract/databases.js';
import { newRepository, openRegistryServer, type RegistryServer } from '../registry-server.js';
import { openTools, wordsOf, type ToolClient } from './tool-client.js';

describeOnSqlite('a tool server whose folder is removed while it runs', (database) => {
  let registry: RegistryServer;
  let tools: ToolClient;
  let gone: string;
  let other: string;

  beforeAll(async () => {
    registry = await openRegistryServer(database);
    gone = join(registry.program.cwd, 'gone');
    await mkdir(gone);
    other = await newRepository(registry.program, 'other');
    tools = await openTools(registry.program, {
      cwd: gone,
      args: ['--allow-dir', registry.program.cwd],
    });
    expect((await tools.call('status')).isError).not.toBe(true);
    await rm(gone, { recursive: true });
  });

  afterAll(async () => {
    await tools.close();
    await registry.close();
  });

  it.each([
    ['status', {}, 'projectDir'],
    ['outdated', {}, 'projectDir'],
    ['install', { packageName: 'acme/none' }, 'projectDir'],
    ['uninstall', { packageName: 'acme/none' }, 'projectDir'],
    ['update', { tiles: ['acme/none'] }, 'projectDir'],
    ['new_plugin', { name: 'acme/fresh', summary: 'New.', rules: 'style' }, 'path'],
    ['tile_publish', {}, 'path'],
    ['skill_publish', { path: 'below' }, 'path'],
  ])('says so in %s, and how to go on', async (name, args, parameter) => {
    const answer = await tools.call(name, args);
    expect(answer.isError).toBe(true);
    expect(wordsOf(answer)).toContain(
      `The folder ${gone}, in which the tools work, was removed.\nNext: Give an absolute path in \`${parameter}\``,
    );
  });

  it('answers where the folder does not matter', async () => {
    expect((await tools.call('search', { query: 'x' })).structuredContent).toMatchObject({
      data: [],
    });
    expect((await tools.call('workspace_list')).structuredContent).toMatchObject({
      data: [{ name: 'acme' }],
    });
    expect((await tools.call('skills_available')).structuredContent).toMatchObject({ total: 0 });
    expect((await tools.call('status', { projectDir: other })).structuredContent).toMatchObject({
      authentication: { authenticated: true },
    });
    const path = join(other, 'plugins/fresh');
    const made = await tools.call('new_plugin', {
      name: 'acme/fresh',
      summary: 'New.',
      rules: 'style',
      path,
    });
    expect(made.structuredContent).toMatchObject({ path });
    expect((await tools.call('tile_publish', { path })).structuredContent).toMatchObject({
      plugin: 'acme/fresh',
    });
    const installed = await tools.call('install', { packageName: 'acme/fresh', projectDir: other });
    expect(installed.structuredContent).toMatchObject({ plugins: [{ name: 'acme/fresh' }] });
  });
});
