import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const note = [
  { hooks: [{ type: 'command', command: 'node ${CLAUDE_PLUGIN_ROOT}/hooks/note.mjs' }] },
];
const guard = { type: 'command', command: 'node "${CLAUDE_PLUGIN_ROOT}/hooks/guard.mjs"' };

/** The plugin of these checks as Claude Code has it: no rules, hooks and servers in files of their own, and a command. */
const files: Readonly<Record<string, object | string>> = {
  '.claude-plugin/plugin.json': {
    name: 'kitchen',
    version: '1.0.0',
    description: 'A skill, a command, a sub-agent, a tool server and hooks',
  },
  '.mcp.json': {
    mcpServers: {
      kettle: { command: 'node', args: ['${CLAUDE_PLUGIN_ROOT}/servers/kettle.mjs'] },
    },
  },
  'hooks/hooks.json': {
    hooks: {
      PreToolUse: [{ matcher: 'Bash', hooks: [guard] }],
      PostToolUse: [{ matcher: 'Bash', ...note[0] }],
      UserPromptSubmit: note,
      SessionStart: note,
      Stop: note,
    },
  },
  'commands/pour-tea.md': '---\ndescription: Pours the tea for every guest\n---\n\nPour it.\n',
};

/** Makes it in a folder, from the files of our own plugin. */
export async function makeVendorPlugin(own: string, folder: string): Promise<string> {
  for (const part of ['skills', 'agents', 'servers', 'hooks'])
    await cp(join(own, part), join(folder, part), { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2);
    await writeFile(join(folder, path), text);
  }
  return folder;
}
