import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { COMMAND_TEXT, COMMAND_TRACE, SUBAGENT_TRACE } from '../traces.js';

/** Whose plugin it is: each is written as that agent's own documentation has it. */
export type VendorForm = 'claude-code' | 'codex' | 'gemini' | 'opencode';

type Files = Readonly<Record<string, object | string>>;

const about = {
  name: 'kitchen',
  version: '1.0.0',
  description: 'A skill, a command, a sub-agent, a tool server and hooks',
};

interface Form {
  /** Where the manifest is. */
  readonly manifest: string;
  /** What stands for the plugin's folder in hooks. */
  readonly folder: string;
  readonly server: object;
}

/** The form of Claude Code, which is also that of Codex but for these three. */
function claudeFiles({ manifest, folder, server }: Form): Files {
  const run = (script: string): object => ({
    type: 'command',
    command: `node "${folder}/hooks/${script}.mjs"`,
  });
  const note = { hooks: [run('note')] };
  return {
    [manifest]: about,
    '.mcp.json': { mcpServers: { kettle: server } },
    'hooks/hooks.json': {
      hooks: {
        PreToolUse: [{ matcher: 'Bash', hooks: [run('guard')] }],
        PostToolUse: [{ matcher: 'Bash', ...note }],
        UserPromptSubmit: [note],
        SessionStart: [note],
        Stop: [note],
      },
    },
    'commands/pour-tea.md': `---\ndescription: ${COMMAND_TRACE}\n---\n\n${COMMAND_TEXT}\n`,
  };
}

/** An extension of Gemini CLI. */
function geminiFiles(): Files {
  const run = (script: string): object => ({
    type: 'command',
    command: `node "\${extensionPath}/hooks/${script}.mjs"`,
  });
  const note = { hooks: [run('note')] };
  const tool = { matcher: 'run_shell_command' };
  return {
    'gemini-extension.json': {
      ...about,
      mcpServers: { kettle: { command: 'node', args: ['${extensionPath}/servers/kettle.mjs'] } },
    },
    'hooks/hooks.json': {
      hooks: {
        BeforeTool: [{ ...tool, hooks: [run('guard')] }],
        AfterTool: [{ ...tool, ...note }],
        BeforeAgent: [note],
        SessionStart: [note],
        AfterAgent: [note],
      },
    },
    // it refuses members that it does not know
    'agents/brewer.md': `---\nname: brewer\ndescription: ${SUBAGENT_TRACE}\n---\n\nSay how the tea tastes.\n`,
    'commands/pour-tea.toml': `description = "${COMMAND_TRACE}"\nprompt = "${COMMAND_TEXT}"\n`,
  };
}

const forms: Readonly<Record<Exclude<VendorForm, 'opencode'>, Files>> = {
  'claude-code': claudeFiles({
    manifest: '.claude-plugin/plugin.json',
    folder: '${CLAUDE_PLUGIN_ROOT}',
    server: { command: 'node', args: ['${CLAUDE_PLUGIN_ROOT}/servers/kettle.mjs'] },
  }),
  codex: claudeFiles({
    manifest: '.codex-plugin/plugin.json',
    folder: '${PLUGIN_ROOT}',
    // it replaces no variable in the file of servers
    server: { command: 'node', args: ['./servers/kettle.mjs'], cwd: '.' },
  }),
  gemini: geminiFiles(),
};

/** Makes it in a folder, from the files of our own plugin in another one. */
export async function makeVendorPlugin(
  form: VendorForm,
  own: string,
  folder: string,
): Promise<string> {
  for (const part of ['skills', 'agents', 'servers', 'hooks'])
    await cp(join(own, part), join(folder, part), { recursive: true });
  if (form === 'opencode') {
    await cp(join(own, '../vendor/opencode'), folder, { recursive: true });
    return folder;
  }
  for (const [path, content] of Object.entries(forms[form])) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2);
    await writeFile(join(folder, path), text);
  }
  return folder;
}
