import { describe, expect, it } from '@jest/globals';
import { agentIds } from '../contract/hook-format.js';
import { checkPlugin } from './check-plugin.js';
import { checkReachability } from './reachability.js';
import { pluginFiles, skillText } from './testing/plugin-files.js';
import { tokenCosts } from './token-cost.js';

function messages(issues: readonly { message: string; file?: string | undefined }[]): string[] {
  return issues.map(({ file, message }) => `${file ?? ''}: ${message}`);
}

describe('checkPlugin', () => {
  it('accepts a plugin without components', () => {
    const { contents, errors, warnings } = checkPlugin({ files: pluginFiles({}) });
    expect({ errors, warnings }).toEqual({ errors: [], warnings: [] });
    expect(contents?.manifest).toMatchObject({
      name: 'acme/tools',
      workspace: 'acme',
      plugin: 'tools',
      version: '1.0.0',
      private: true,
    });
    expect(contents?.files.map(({ path }) => path)).toEqual(['.svc-plugin/plugin.json']);
  });

  it('finds rules, skills and tool servers in their default places', () => {
    const { contents, errors } = checkPlugin({
      files: pluginFiles({
        'rules/style.md': '# Style',
        'skills/greet/SKILL.md': skillText('greet'),
        '.mcp.json': '{"mcpServers": {"db": {"type": "stdio", "command": "db-server"}}}',
      }),
    });
    expect(errors).toEqual([]);
    expect(contents?.rules).toEqual([{ name: 'style', path: 'rules/style.md' }]);
    expect(contents?.skills).toEqual([
      { name: 'greet', description: 'Use when greeting someone.', path: 'skills/greet' },
    ]);
    expect(contents?.toolServers.get('db')).toEqual({
      type: 'stdio',
      command: 'db-server',
      args: [],
      env: {},
    });
  });

  it('takes no .mcp.json that is larger than a manifest may be', () => {
    const { errors } = checkPlugin({
      files: pluginFiles({ '.mcp.json': `{"mcpServers":${' '.repeat(256 * 1024)}{}}` }),
    });
    expect(messages(errors)).toEqual([
      '.mcp.json: The file has 262161 bytes; at most 262144 are allowed.',
    ]);
  });

  it('lists the first thousand of what is wrong, each with its place', () => {
    const servers = Array.from({ length: 25_000 }, (_, at) => `"s${at.toString(36)}":1`).join(',');
    const { errors } = checkPlugin({
      files: pluginFiles({ '.mcp.json': `{\n"mcpServers":{${servers}}}` }),
    });
    expect(errors).toHaveLength(1_001);
    expect(errors[999]).toMatchObject({
      line: 2,
      field: 'mcpServers.srr',
      message: '"mcpServers.srr" must be an object, not a number.',
    });
    expect(errors[1_000]).toEqual({
      file: '.mcp.json',
      message: 'There are more: only the first 1000 are listed.',
    });
  });

  it('shows the beginning of a key without end', () => {
    const { errors } = checkPlugin({
      files: pluginFiles({ '.mcp.json': `{"mcpServers":{"${'k'.repeat(100_000)}":1}}` }),
    });
    expect(messages(errors)).toEqual([
      `.mcp.json: "mcpServers.${'k'.repeat(100)}…" must be an object, not a number.`,
    ]);
  });

  it('names file, line and field of every broken rule', () => {
    const { errors } = checkPlugin({
      files: pluginFiles({
        '.svc-plugin/plugin.json':
          '{\n  "name": "Acme/tools",\n  "version": "1",\n  "private": "no"\n}',
      }),
    });
    expect(errors.map(({ file, line, field }) => [file, line, field])).toEqual([
      ['.svc-plugin/plugin.json', 1, 'description'],
      ['.svc-plugin/plugin.json', 2, 'name'],
      ['.svc-plugin/plugin.json', 3, 'version'],
      ['.svc-plugin/plugin.json', 4, 'private'],
    ]);
  });

  it('makes programs executable: by shebang, by mode, and when a hook starts them', () => {
    const hooks = {
      Stop: [
        {
          hooks: [
            {
              type: 'command',
              command: '${SVC_PLUGIN_DIR}/hooks/run',
              args: ['${SVC_PLUGIN_DIR}/hooks/data.json'],
            },
          ],
        },
      ],
    };
    const { contents, errors } = checkPlugin({
      files: [
        ...pluginFiles(
          { 'hooks/run': 'x', 'hooks/data.json': '{}', 'hooks/b.sh': '#!/bin/sh\n' },
          { hooks },
        ),
        { path: 'hooks/c', executable: true, content: Buffer.from('c') },
      ],
    });
    expect(messages(errors)).toEqual([]);
    expect(
      Object.fromEntries((contents?.files ?? []).map(({ path, mode }) => [path, mode])),
    ).toEqual({
      '.svc-plugin/plugin.json': 0o644,
      'hooks/run': 0o755,
      'hooks/data.json': 0o644,
      'hooks/b.sh': 0o755,
      'hooks/c': 0o755,
    });
  });

  it('refuses a hook whose file does not ship or lies outside', () => {
    const hook = (command: string) => ({ hooks: [{ type: 'command', command }] });
    const hooks = {
      Stop: [
        hook('sh ${SVC_PLUGIN_DIR}/gone.sh'),
        hook('${SVC_PLUGIN_DIR}/../x.sh'),
        hook('"${SVC_PLUGIN_DIR}/$NAME"'),
      ],
    };
    const { errors } = checkPlugin({ files: pluginFiles({}, { hooks }) });
    expect(messages(errors)).toEqual([
      '.svc-plugin/plugin.json: The path "/../x.sh" leaves the plugin\'s folder.',
      '.svc-plugin/plugin.json: The hook names "gone.sh", which does not ship with the plugin.',
    ]);
  });

  it('refuses links to files that do not ship by rule, and warns of missing ones', () => {
    const { errors, warnings } = checkPlugin({
      files: pluginFiles({
        '.svcignore': 'notes/\n',
        'README.md':
          '# Hi\n\n[a](notes/a.md) [b](gone.md) [c](#hi) [d](#ho) [e](https://x.example/y)\n\n`[f](nowhere.md)`\n[g](CLAUDE.md)\n',
      }),
      advise: checkReachability,
    });
    expect(messages(errors)).toEqual([
      'README.md: The link "notes/a.md" leads to "notes/a.md", which .svcignore leaves out.',
      'README.md: The link "CLAUDE.md" leads to "CLAUDE.md", and files of this name do not ship.',
    ]);
    expect(messages(warnings)).toEqual([
      'README.md: The link "gone.md" leads to "gone.md", which does not exist.',
      'README.md: The link "#ho" names a heading that "README.md" does not have.',
    ]);
  });

  it('does not let entrypoints be ignored', () => {
    const { errors } = checkPlugin({
      files: pluginFiles({ '.svcignore': 'rules/\nskills/draft\n' }),
      ignored: ['rules/', 'skills/draft/'],
    });
    expect(errors.map(({ message }) => message.split(' is ')[0])).toEqual([
      '"rules/"',
      '"skills/draft/"',
    ]);
  });

  it('refuses files that its own rules leave out', () => {
    const { errors } = checkPlugin({
      files: pluginFiles({ '.svcignore': '!.env.example\n', '.env': 'x', '.env.example': 'y' }),
    });
    expect(errors).toEqual([
      {
        file: '.env',
        message: 'The file must not be in the plugin: files of this name do not ship.',
      },
    ]);
  });

  it('bounds the time that ignore patterns may take', () => {
    const patterns = Array.from({ length: 8000 }, (_, index) => `*${index}?`).join('\n');
    const files = Object.fromEntries(
      Array.from({ length: 4000 }, (_, index) => [`docs/${'a'.repeat(100)}${index}.md`, '']),
    );
    const { errors } = checkPlugin({ files: pluginFiles({ '.svcignore': patterns, ...files }) });
    expect(errors).toEqual([
      { file: '.svcignore', message: 'The patterns take too long to match; make them simpler.' },
    ]);
  });

  it('warns of orphans, nested plugins and misspelt keys', () => {
    const { errors, warnings } = checkPlugin({
      files: pluginFiles(
        { 'extra/data.bin': 'x', 'sub/.svc-plugin/plugin.json': '{}' },
        { skils: './skills', author: 'me' },
      ),
      advise: checkReachability,
    });
    expect(errors).toEqual([]);
    expect(messages(warnings)).toEqual([
      '.svc-plugin/plugin.json: The key "skils" is unknown and has no effect. Did you mean "skills"?',
      'extra/data.bin: Nothing in the plugin refers to this file; link to it, or leave it out with .svcignore.',
      'sub/.svc-plugin/plugin.json: Nothing in the plugin refers to this file; link to it, or leave it out with .svcignore.',
      'sub/.svc-plugin/plugin.json: A plugin inside a plugin: its components are not used.',
    ]);
  });

  it('warns authors of hooks for agents that nobody knows', () => {
    const nativeHooks = Object.fromEntries(
      [...agentIds, 'claude', 'claude-cod'].map((agent) => [agent, {}]),
    );
    const { errors, warnings } = checkPlugin({
      files: pluginFiles({}, { nativeHooks }),
      strict: true,
    });
    expect(errors).toEqual([]);
    expect(warnings.map(({ field, message }) => [field, message])).toEqual([
      ['nativeHooks.claude', expect.stringContaining('"claude" is not a known agent')],
      ['nativeHooks.claude-cod', expect.stringContaining('Did you mean "claude-code"?')],
    ]);
    expect(checkPlugin({ files: pluginFiles({}, { nativeHooks }) }).warnings).toEqual([]);
  });

  it('estimates what rules and skills cost', () => {
    const { contents } = checkPlugin({
      files: pluginFiles({
        'rules/a.md': 'x'.repeat(400),
        'skills/greet/SKILL.md': skillText('greet', 'y'.repeat(800)),
      }),
    });
    expect(tokenCosts(contents!)).toEqual([
      { kind: 'rule', name: 'a', always: 100, onDemand: 0 },
      { kind: 'skill', name: 'greet', always: 8, onDemand: 200 },
    ]);
  });
});
