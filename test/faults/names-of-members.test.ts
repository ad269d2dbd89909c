import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { TestDatabase } from '../contract/databases.js';
import { describeByDayOn } from '../contract/databases-by-day.js';
import { newRepository, openRegistryServer, type RegistryServer } from '../e2e/registry-server.js';

/** Whatever reaches for `__proto__` throws, in our code as in what it is made of. */
const STRICT = { NODE_OPTIONS: '--disable-proto=throw' };

const strict = (database: TestDatabase): TestDatabase => ({
  ...database,
  create: async () => {
    const location = await database.create();
    return { ...location, env: { ...location.env, ...STRICT } };
  },
});

const skill = (name: string): string =>
  `---\nname: ${name}\ndescription: Use when ${name} is meant.\n__proto__: x\nconstructor: [y]\n---\nDo it.\n`;

const toolServers = `{"mcpServers": {
  "hasOwnProperty": {"type": "stdio", "command": "a"},
  "constructor": {"type": "stdio", "command": "b"}
}}`;

const manifest = (version: string): string => `{
  "name": "acme/members", "version": "${version}", "description": "toString", "private": true,
  "__proto__": {"polluted": true}, "toString": "x", "hasOwnProperty": 1, "mcpServers": ".mcp.json"
}`;

const files: Readonly<Record<string, string>> = {
  '.svc-plugin/plugin.json': manifest('1.0.0'),
  '.mcp.json': toolServers,
  'skills/constructor/SKILL.md': skill('constructor'),
  'skills/valueof/SKILL.md': skill('valueof'),
  'rules/__proto__.md': '# __proto__\n',
  'rules/constructor.md': '# constructor\n',
  '__proto__/toString': 'members',
  hasOwnProperty: 'member',
};

describeByDayOn('postgres', 'names that every object has members of', (database) => {
  let registry: RegistryServer;
  let plugin: string;
  let repository: string;

  beforeAll(async () => {
    registry = await openRegistryServer(strict(database));
    plugin = join(registry.program.cwd, 'plugin');
    for (const [path, text] of Object.entries(files)) {
      await mkdir(join(plugin, path, '..'), { recursive: true });
      await writeFile(join(plugin, path), text);
    }
    repository = await newRepository(registry.program, 'repository');
  });

  afterAll(() => registry.close());

  it('are no names of workspaces', async () => {
    for (const name of ['constructor', '__proto__', 'tostring', 'hasownproperty']) {
      expect(await registry.program.run(['workspace', 'create', name])).toMatchObject({
        code: 3,
        stdout: '',
      });
    }
  });

  it('may be those of plugins, skills, rules, files and tool servers', async () => {
    const { svc, json, server } = registry;
    await svc(['plugin', 'publish', 'plugin']);
    const value = await registry.apiKey('publisher');
    const address = `${server.origin}/v1/tiles/acme/members/versions/1.0.0`;
    const headers = { authorization: `Bearer ${value}` };
    for (const [path, text] of Object.entries(files)) {
      const response = await fetch(`${address}/files/${path}`, { headers });
      expect([path, response.status, await response.text()]).toEqual([path, 200, text]);
    }
    expect(await json(['search', 'members'])).toMatchObject({ data: [{ plugin: 'acme/members' }] });
    for (const member of ['toString', 'valueOf', '__proto__', 'constructor/name']) {
      expect((await fetch(`${address}/files/${member}`, { headers })).status).toBe(404);
    }
  });

  it('are installed, updated and removed like others', async () => {
    const { svc, json } = registry;
    await svc(['install', 'acme/members', '--agent', 'claude-code', '--yes'], repository);
    expect(await json(['list'], repository)).toMatchObject({
      plugins: [
        {
          name: 'acme/members',
          skills: ['constructor', 'valueof'],
          rules: ['__proto__', 'constructor'],
        },
      ],
    });
    expect(await readFile(join(repository, '.claude/skills/constructor/SKILL.md'), 'utf8')).toBe(
      skill('constructor'),
    );
    expect(
      await readFile(join(repository, '.svc/plugins/acme/members/__proto__/toString'), 'utf8'),
    ).toBe('members');

    await writeFile(join(plugin, '.svc-plugin/plugin.json'), manifest('1.1.0'));
    await svc(['plugin', 'publish', 'plugin']);
    await svc(['update', '--yes'], repository);
    expect(await json(['list'], repository)).toMatchObject({
      plugins: [{ name: 'acme/members', version: '1.1.0' }],
    });
    const copy = join(registry.program.cwd, 'copy');
    await cp(repository, copy, { recursive: true, verbatimSymlinks: true });
    await svc(['install'], copy);
    await svc(['uninstall', 'acme/members'], repository);
    expect(await json(['list'], repository)).toMatchObject({ plugins: [] });
  });

  it('are refused by their place where they mean nothing', async () => {
    const hooks = '{"toString": [{"hooks": []}], "__proto__": [{"hooks": []}]}';
    await writeFile(
      join(plugin, '.svc-plugin/plugin.json'),
      manifest('2.0.0').replace('"mcpServers"', `"hooks": ${hooks}, "mcpServers"`),
    );
    const linted = await registry.program.run(['plugin', 'lint', 'plugin']);
    expect(linted).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringContaining('hooks.toString'),
    });
    expect(linted.stderr).toContain('hooks.__proto__');
  });

  it('upset no server', async () => {
    const { code, stderr } = await registry.server.stop();
    expect(code).toBe(0);
    expect(stderr).not.toMatch(/request failed|ERR_PROTO_ACCESS/);
  });
});
