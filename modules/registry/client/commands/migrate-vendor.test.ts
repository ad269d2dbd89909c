import { describe, expect, it } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as commands from '../../contract/plugin-commands.js';
import { manifest, Scratch, skill } from '../testing/scratch.js';

const CLAUDE = '.claude-plugin/plugin.json';
const scratch = new Scratch();
const migrate = (input: object = {}) =>
  scratch.invoke(commands.migratePlugin, { workspace: 'acme', ...input });
const json = (value: unknown): string => JSON.stringify(value, undefined, 2);

const theirs = {
  [CLAUDE]: json({ name: 'tools', version: '1.2.0', description: 'Tools.', lspServers: {} }),
  'skills/greet/SKILL.md': skill,
  'commands/go.md': '---\ndescription: Goes.\n---\nGo to the [skill](../skills/greet/SKILL.md).\n',
  'agents/look.md': '---\nname: look\ndescription: Looks.\n---\nLook.\n',
  '.mcp.json': json({ db: { command: 'node', args: ['${CLAUDE_PLUGIN_ROOT}/db.js'] } }),
  'db.js': '1;\n',
  'hooks/hooks.json': json({
    hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] },
  }),
  'CLAUDE.md': 'Mine.',
};

describe('plugin migrate of another vendor', () => {
  it('writes what a plugin needs here, keeps the rest, and lint agrees', async () => {
    await scratch.write(theirs);
    expect(await migrate()).toMatchObject({
      plugin: 'acme/tools',
      version: '1.2.0',
      manifest,
      obsolete: CLAUDE,
      written: ['.mcp.json', 'skills/go/SKILL.md'],
      leftOut: [
        { what: 'CLAUDE.md', why: 'files of this name never ship' },
        { what: expect.stringContaining('lspServers'), why: expect.any(String) },
      ],
    });
    expect(JSON.parse(await scratch.read(manifest))).toEqual({
      name: 'acme/tools',
      version: '1.2.0',
      description: 'Tools.',
      private: true,
      rules: [],
      skills: ['skills/go', 'skills/greet'],
      agents: ['agents/look.md'],
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] },
    });
    expect(JSON.parse(await scratch.read('.mcp.json'))).toMatchObject({
      mcpServers: { db: { type: 'stdio', args: ['${SVC_PLUGIN_DIR}/db.js'] } },
    });
    for (const path of [CLAUDE, 'commands/go.md', 'CLAUDE.md'] as const)
      expect(await scratch.read(path)).toBe(theirs[path]);
    expect(await scratch.invoke(commands.lintPlugin, {})).toMatchObject({
      plugin: 'acme/tools',
      leftOut: [{ what: 'CLAUDE.md' }],
    });
  });

  it('takes the workspace from the environment or the manifest, and the name from the folder', async () => {
    await scratch.write({
      '.tessl-plugin/plugin.json': json({ name: 'own/name', version: '1.0.0' }),
    });
    expect(await migrate({ workspace: undefined })).toMatchObject({ plugin: 'own/name' });
    await scratch.write({ 'My Plugin/.codex-plugin/plugin.json': '{}' });
    expect(await migrate({ path: 'My Plugin' })).toMatchObject({
      plugin: 'acme/my-plugin',
      version: '0.1.0',
    });
  });

  it('makes a rule of the file that Gemini CLI reads', async () => {
    await scratch.write({
      'gemini-extension.json': json({ name: 'x', version: '1.0.0' }),
      'GEMINI.md': 'Be kind.\n',
    });
    expect(await migrate()).toMatchObject({ written: ['rules/gemini-context.md'], leftOut: [] });
    expect(await scratch.read('rules/gemini-context.md')).toBe('Be kind.\n');
    expect(await scratch.read('GEMINI.md')).toBe('Be kind.\n');
  });

  it('overwrites a manifest only when told to, and then comes to the same', async () => {
    await scratch.write(theirs);
    await migrate();
    const first = await scratch.read(manifest);
    await expect(migrate()).rejects.toMatchObject({ code: 'manifest_exists' });
    await migrate({ force: true });
    expect(await scratch.read(manifest)).toContain('"skills/greet"');
    expect(JSON.parse(await scratch.read(manifest))).toMatchObject({
      hooks: (JSON.parse(first) as { hooks: object }).hooks,
    });
  });

  it('writes nothing where the manifest cannot be read, or where a file would be overwritten', async () => {
    await scratch.write({ [CLAUDE]: '{' });
    await expect(migrate()).rejects.toMatchObject({
      code: 'plugin_invalid',
      issues: [{ file: CLAUDE, line: 1 }],
    });
    await scratch.write({
      ...theirs,
      '.svcignore': 'skills/go/\n',
      'skills/go/SKILL.md': 'Mine too.',
    });
    await expect(migrate()).rejects.toMatchObject({ code: 'target_exists' });
    expect(await readdir(scratch.cwd)).not.toContain('.svc-plugin');
    expect(await scratch.read(join('skills', 'go', 'SKILL.md'))).toBe('Mine too.');
  });
});
