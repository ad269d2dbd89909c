import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parse as parseToml } from 'smol-toml';
import { TestProject } from '../testing/test-project.js';

let project: TestProject;
beforeEach(async () => {
  project = await TestProject.create();
});
afterEach(() => project.drop());

const declared = (servers: object): Record<string, string> => ({
  '.mcp.json': JSON.stringify({ mcpServers: servers }),
});
const local = { type: 'stdio', command: 'node', args: ['${SVC_PLUGIN_DIR}/server.js'] };
const remote = { type: 'http', url: 'https://example.com/mcp' };
const names = async (): Promise<readonly string[]> =>
  Object.keys((await project.json('.mcp.json'))['mcpServers'] as object);

describe('init', () => {
  it('finds the agents in use, remembers them, and tells each of our tool server', async () => {
    await project.write('.codex/config.toml', '# mine\nmodel = "x"\n');
    await project.write('.gemini/settings.json', '{\n  // mine\n  "theme": "dark",\n}\n');
    await project.write('.vscode/mcp.json', '');
    await project.init({ toolServer: true });
    expect(await project.json('svc.json')).toMatchObject({
      agents: ['gemini', 'codex', 'copilot-vscode'],
      toolServer: true,
    });
    const entry = { command: expect.any(String), args: expect.arrayContaining(['mcp', 'start']) };
    expect(parseToml(await project.read('.codex/config.toml'))).toEqual({
      model: 'x',
      mcp_servers: { svc: { ...entry, env_vars: ['SVC_URL', 'SVC_TOKEN'] } },
    });
    expect(await project.read('.gemini/settings.json')).toMatch(
      /^\{\n {2}\/\/ mine\n {2}"theme": "dark",\n {2}"mcpServers": \{\n/,
    );
    expect(await project.json('.vscode/mcp.json')).toEqual({
      servers: { svc: { type: 'stdio', ...entry } },
    });
  });
});

describe('tool servers of plugins', () => {
  it('are installed, stand in the lock for a review, and are uninstalled', async () => {
    const source = await project.plugin('own', {
      name: 'acme/tools',
      skills: ['x'],
      files: declared({ local, remote }),
    });
    await project.install([source], { agent: ['claude-code', 'codex'], toolServer: true });
    expect((await project.json('svc-lock.json'))['plugins']).toMatchObject({
      'acme/tools': { toolServers: { local, remote } },
    });
    expect((await project.json('.mcp.json'))['mcpServers']).toMatchObject({
      local: { type: 'stdio', command: 'node', args: ['.svc/plugins/acme/tools/server.js'] },
      remote,
    });
    await project.uninstall('acme/tools');
    expect(await names()).toEqual(['svc']);
    expect(
      Object.keys(parseToml(await project.read('.codex/config.toml'))['mcp_servers'] as object),
    ).toEqual(['svc']);
  });

  it('without a type are guessed and of an unknown type skipped, though lint refuses both', async () => {
    const files = declared({
      untyped: { command: 'node' },
      old: { type: 'sse', url: 'https://example.com/sse' },
    });
    await project.install(
      [await project.plugin('own', { name: 'acme/tools', skills: ['x'], files })],
      { agent: ['claude-code'] },
    );
    expect(await names()).toEqual(['untyped']);
    expect(project.context.warnings.filter((text) => text.includes('.mcp.json'))).toEqual([
      expect.stringContaining('it is taken as "stdio"'),
      expect.stringContaining('the entry is skipped'),
    ]);
  });

  it('and hooks are told of as left out when they come, or an agent does, and not with every command after that', async () => {
    const hooks = { PreToolUse: [{ hooks: [{ type: 'command', command: 'true' }] }] };
    const lacking = () =>
      project.context.warnings.filter((text) => /tool servers of|hooks of plugins/.test(text));
    const source = await project.plugin('own', {
      name: 'acme/tools',
      skills: ['x'],
      manifest: { hooks },
      files: declared({ local }),
    });
    await project.install([source], { agent: ['agents'] });
    expect(lacking()).toEqual([
      expect.stringMatching(/^The tool servers of .* for Agents/),
      expect.stringMatching(/^The hooks of plugins do nothing in Agents/),
    ]);
    await project.install([]);
    expect(lacking()).toEqual([]);
    await project.install([], { agent: ['openhands'] });
    expect(lacking()).toEqual([expect.stringMatching(/^The tool servers of .* for OpenHands:/)]);
  });

  it('follow an update of their plugin', async () => {
    await project.publish({
      name: 'acme/tools',
      version: '1.0.0',
      skills: ['x'],
      files: declared({ local, gone: local }),
    });
    await project.install(['acme/tools'], { agent: ['claude-code'] });
    expect(await names()).toEqual(['svc', 'gone', 'local']);
    await project.publish({
      name: 'acme/tools',
      version: '1.1.0',
      skills: ['x'],
      files: declared({ local: remote, fresh: local }),
    });
    await project.update({ yes: true });
    expect(await names()).toEqual(['svc', 'local', 'fresh']);
    expect((await project.json('.mcp.json'))['mcpServers']).toMatchObject({ local: remote });
  });

  it('change nothing the second time', async () => {
    const source = await project.plugin('own', {
      name: 'acme/tools',
      files: declared({ local, remote }),
    });
    await project.install([source], { agent: ['claude-code', 'codex', 'cursor', 'gemini'] });
    const before = await project.state();
    expect((await project.install([])).written).toEqual([]);
    expect(await project.state()).toEqual(before);
  });

  it('stay in committed files of a managed project whose plugins are not there yet', async () => {
    const source = await project.plugin('own', { name: 'acme/tools', files: declared({ local }) });
    await project.install([source], { agent: ['claude-code'] });
    await rm(join(project.root, '.svc/plugins'), { recursive: true });
    const before = await project.read('.mcp.json');
    await project.init();
    expect(await project.read('.mcp.json')).toBe(before);
  });

  it('that lead out of their plugin stop the install before anything is written', async () => {
    const evil = { type: 'stdio', command: '${SVC_PLUGIN_DIR}/../../../../bin/sh' };
    const source = await project.plugin('own', { name: 'acme/tools', files: declared({ evil }) });
    const before = await project.state();
    await expect(project.install([source], { agent: ['claude-code'] })).rejects.toMatchObject({
      code: 'unsafe_path',
    });
    expect(await project.state()).toEqual(before);
  });

  it.each([
    [{ type: 'stdio', command: 7, args: [], env: {} }],
    [{ type: 'stdio', command: 'x', args: [1], env: {} }],
    [{ type: 'http', url: 'file:///etc/passwd', headers: {} }],
    [{ type: 'http', url: 'https://h', headers: { a: 1 } }],
    [{ type: 'ws' }],
    [null],
  ])('are refused when the lock does not describe a tool server: %j', async (server) => {
    const source = await project.plugin('own', { name: 'acme/tools', files: declared({ local }) });
    await project.install([source], { agent: ['claude-code'] });
    const lock = await project.json('svc-lock.json');
    const plugins = lock['plugins'] as Record<string, object>;
    await project.write(
      'svc-lock.json',
      JSON.stringify({
        ...lock,
        plugins: { 'acme/tools': { ...plugins['acme/tools'], toolServers: { server } } },
      }),
    );
    const before = await project.state();
    await expect(project.install([])).rejects.toMatchObject({
      code: 'project_file_invalid',
      issues: [
        expect.objectContaining({
          file: 'svc-lock.json',
          field: 'plugins["acme/tools"].toolServers',
        }),
      ],
    });
    expect(await project.state()).toEqual(before);
  });
});
