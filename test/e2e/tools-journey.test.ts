import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeEachDatabase } from '../contract/databases.js';
import { SVC } from './program.js';
import {
  newRepository,
  openRegistryServer,
  writePlugin,
  type RegistryServer,
} from './registry-server.js';

interface Answer {
  readonly isError?: boolean;
  readonly content?: readonly { readonly text?: string }[];
  readonly structuredContent?: unknown;
}

const wordsOf = ({ content = [] }: Answer): string =>
  content.map(({ text }) => text ?? '').join('\n');

describeEachDatabase('the tools, over stdio', (database) => {
  let registry: RegistryServer;
  let repo: string;
  const clients: Client[] = [];

  const connect = async (more: Record<string, string> = {}): Promise<Client> => {
    const entries = Object.entries({ ...registry.program.env, ...more }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const client = new Client({ name: 'test', version: '1.0.0' });
    const env = Object.fromEntries(entries);
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [SVC, 'mcp', 'start', '--allow-public'],
        env,
        cwd: repo,
      }),
    );
    clients.push(client);
    // from then on the SDK checks answers against the schemas of the tools
    await client.listTools();
    return client;
  };
  let tools: Client;
  const call = async (
    name: string,
    args: Record<string, unknown> = {},
    client = tools,
  ): Promise<Answer> => (await client.callTool({ name, arguments: args })) as Answer;

  beforeAll(async () => {
    registry = await openRegistryServer(database);
    repo = await newRepository(registry.program, 'repo');
    tools = await connect();
  });

  afterAll(async () => {
    for (const client of clients) await client.close();
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
    expect((await call('tile_publish', { path })).structuredContent).toMatchObject({
      version: '0.1.0',
      private: true,
    });
    const unknown = await call('tile_publish', { path, public: true });
    expect(unknown).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'invalid_input', issues: [{ field: 'public' }] } },
    });
    const skill = await writePlugin(join(repo, 'open'), { name: 'acme/open', private: false });
    expect((await call('skill_publish', { path: skill })).structuredContent).toMatchObject({
      plugin: 'acme/open',
      private: false,
    });
  });

  it('search, and list the skills and workspaces of the person', async () => {
    expect((await call('search', { query: 'tools' })).structuredContent).toMatchObject({
      data: [{ plugin: 'acme/tools' }],
    });
    expect((await call('workspace_list')).structuredContent).toMatchObject({
      data: [{ name: 'acme', id: expect.any(String) }],
    });
    expect(
      (await call('workspace_list_members', { workspace: 'acme' })).structuredContent,
    ).toMatchObject({ data: [{ role: 'owner' }] });
    const skills = [
      { name: 'open', plugin: 'acme/open' },
      { name: 'tools', plugin: 'acme/tools' },
    ];
    expect((await call('skills_available')).structuredContent).toMatchObject({ skills });
    expect(await call('skills_available', { workspace: 'other' })).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'not_found' } },
    });
  });

  it('install, tell the state of the project, update and uninstall', async () => {
    expect(await call('install', { projectDir: repo })).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'project_missing' } },
    });
    expect((await call('install', { packageName: 'acme/tools' })).structuredContent).toMatchObject({
      plugins: [{ action: 'installed' }],
    });
    // the data itself, for clients that read text
    const told = await call('status');
    expect(JSON.parse(told.content?.[0]?.text ?? '')).toEqual(told.structuredContent);
    const status = async () => (await call('status')).structuredContent;
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
    expect((await call('tile_publish', { path: 'plugins/tools' })).structuredContent).toMatchObject(
      { version: '1.0.0' },
    );
    expect(await status()).toMatchObject({
      manifest: { summary: { outdated: 1 }, tiles: { outdated: [{ latestVersion: '1.0.0' }] } },
    });
    expect((await call('outdated')).structuredContent).toMatchObject({
      outdated: [{ update: { breaking: true } }],
    });
    const skipped = await call('update', { tiles: ['acme/tools'] });
    expect(skipped.structuredContent).toMatchObject({ written: [] });
    expect(wordsOf(skipped)).toContain(
      'acme/tools 1.0.0 is a new major version and was skipped; `force` takes it.',
    );
    expect(
      (await call('update', { tiles: ['acme/tools'], force: true })).structuredContent,
    ).toMatchObject({
      plugins: [{ version: '1.0.0' }],
    });
    expect(await call('update', { tiles: [] })).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'invalid_input' } },
    });
    expect(
      (await call('uninstall', { packageName: 'acme/tools' })).structuredContent,
    ).toMatchObject({ plugins: [{ action: 'removed' }] });
  });

  it('want a skill or a rule for a new plugin, and take the name of a rule for the rule', async () => {
    const names = { name: 'acme/ruled', summary: 'Rules.' };
    const empty = await call('new_plugin', names);
    expect(empty).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'invalid_input', hint: expect.any(String) } },
    });
    const manifest = async (path: string): Promise<unknown> =>
      JSON.parse(await readFile(join(repo, path), 'utf8'));
    expect(
      (await call('new_plugin', { ...names, rules: 'style' })).structuredContent,
    ).toMatchObject({
      path: join(repo, 'plugins/ruled'),
      files: ['.svc-plugin/plugin.json', 'rules/style.md'],
    });
    expect(await manifest('plugins/ruled/.svc-plugin/plugin.json')).toMatchObject({
      name: 'acme/ruled',
      private: true,
    });
    const open = {
      name: 'acme/open-rules',
      summary: 'Rules.',
      rules: { name: 'style', description: 'Be brief.' },
      isPrivate: false,
    };
    expect((await call('new_plugin', open)).isError).not.toBe(true);
    expect(await manifest('plugins/open-rules/.svc-plugin/plugin.json')).toMatchObject({
      private: false,
    });
    const wrong = await call('new_plugin', { ...names, rules: 7 });
    expect(wrong).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'invalid_input', issues: [{ field: 'rules' }] } },
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
    expect(unknown).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'skill_unknown', hint: expect.any(String) } },
    });
    expect(
      (await call('uninstall', { packageName: 'file:plugins/many' })).structuredContent,
    ).toMatchObject({
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
    expect(asked).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'invalid_input', issues: [{ field: 'workspace' }] } },
    });
    expect(wordsOf(asked)).toContain('Next: Call the tool again with `workspace` (one of acme).');
    expect(
      (await call('skill_publish', { path: 'lone', workspace: 'acme' })).structuredContent,
    ).toMatchObject({ plugin: 'acme/lone' });
  });

  it('list all workspaces, however many there are', async () => {
    for (let left = 3; left > 0; left -= 1)
      expect((await call('workspace_create', { name: `team-${left}` })).isError).not.toBe(true);
    const { data, next } = (await call('workspace_list')).structuredContent as {
      data: { name: string }[];
      next: unknown;
    };
    expect(data.map(({ name }) => name).sort()).toEqual(['acme', 'team-1', 'team-2', 'team-3']);
    expect(next).toBeNull();
    expect(await call('workspace_create', { name: 'x'.repeat(101) })).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'invalid_input', issues: [{ field: 'name' }] } },
    });
  });

  it('tell strangers to sign in', async () => {
    const stranger = await connect({ SVC_HOME: join(registry.program.home, 'nobody') });
    const found = await call('search', { query: '' }, stranger);
    expect(found.structuredContent).toMatchObject({ data: [{ plugin: 'acme/open' }] });
    expect(JSON.stringify(found.content)).toContain('login');
    for (const name of ['workspace_list', 'skills_available']) {
      const refused = await call(name, {}, stranger);
      expect(refused).toMatchObject({
        isError: true,
        structuredContent: { error: { code: 'sign_in_required', hint: expect.any(String) } },
      });
    }
    expect(
      (await call('install', { packageName: 'acme/open' }, stranger)).structuredContent,
    ).toMatchObject({
      plugins: [{ name: 'acme/open' }],
    });
    expect((await call('status', {}, stranger)).structuredContent).toMatchObject({
      authentication: { authenticated: false, email: null },
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
      expect(refused).toMatchObject({
        isError: true,
        structuredContent: { error: { code: 'visibility_conflict' } },
      });
      expect(JSON.stringify(refused)).not.toContain('--');
      const published = await call('tile_publish', { path });
      expect(published.structuredContent).toMatchObject({ version: '2.0.0', private: isPrivate });
      expect(wordsOf(published)).toContain(`${plugin.name} is ${was} and stays so`);
      const manifest: unknown = JSON.parse(
        await readFile(join(path, '.svc-plugin/plugin.json'), 'utf8'),
      );
      expect(manifest).toMatchObject({ version: '2.0.0', private: isPrivate });
      const stranger = await fetch(`${registry.server.origin}/v1/tiles/${plugin.name}`);
      expect(stranger.status).toBe(isPrivate ? 404 : 200);
    }
  });
});
