import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ScratchProject } from '../scratch-project.js';
import { aspects, type AgentRow } from './row.js';

const trustFolder = (scratch: ScratchProject): Promise<void> =>
  scratch.writeHome('.gemini/trustedFolders.json', { [scratch.project]: 'TRUST_FOLDER' });

/** What it keeps when a person acknowledges the sub-agents of a project in a session: a hash of each file. */
async function acknowledgeSubagents(scratch: ScratchProject): Promise<void> {
  const folder = join(scratch.project, '.gemini/agents');
  const hashes = new Map<string, string>();
  for (const file of await readdir(folder)) {
    const content = await readFile(join(folder, file));
    hashes.set(basename(file, '.md'), createHash('sha256').update(content).digest('hex'));
  }
  await scratch.writeHome('.gemini/acknowledgments/agents.json', {
    [scratch.project]: Object.fromEntries(hashes),
  });
}

const OPTIONS = ['--model', 'gemini-2.5-pro', '--approval-mode', 'yolo'];
const envOf = (model: string): Record<string, string> => ({
  GOOGLE_GEMINI_BASE_URL: model,
  GEMINI_API_KEY: 'none',
});

export const gemini: AgentRow = {
  id: 'gemini',
  program: 'gemini',
  agents: ['gemini'],
  claims: {
    project: {
      aspects,
      trust: {
        step: 'trusts the folder (`~/.gemini/trustedFolders.json`) and acknowledges each sub-agent in a session (`~/.gemini/acknowledgments/agents.json`)',
        ignoredWithout: ['subagent', 'toolServer', 'variables', 'hook', 'events'],
        give: async (scratch) => {
          await trustFolder(scratch);
          await acknowledgeSubagents(scratch);
        },
      },
    },
    user: { aspects },
  },
  prepare: (scratch) =>
    scratch.writeHome('.gemini/settings.json', {
      security: { auth: { selectedType: 'gemini-api-key' } },
    }),
  start: (model, task) => ({
    // without --skip-trust it ends at once in a folder that nobody trusts; it does not make up for trust
    args: ['-p', task, ...OPTIONS, '--skip-trust'],
    env: envOf(model),
  }),
  // a run does not know skills as commands; it does not recognise a command either once a hook has put a text before it
  session: (model) => ({ args: OPTIONS, env: envOf(model) }),
  lists: {
    args: ['mcp', 'list'],
    says: /^✓ svc: .*svc mcp start.* \(stdio\) - Connected$/m,
    starts: true,
    // other than a run with --skip-trust, the list starts nothing at all in a folder that nobody trusts
    approve: trustFolder,
  },
  shell: (command) => ({ tool: 'run_shell_command', input: { command } }),
  serverTool: ({ server, tool }) => [{ tool: `mcp_${server}_${tool}`, input: {} }],
};
