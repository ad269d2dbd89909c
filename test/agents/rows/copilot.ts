import { aspects, type AgentRow, type Claims } from './row.js';

const inProject: Claims = {
  aspects,
  trust: {
    step: 'trusts the folder (`trustedFolders` in `~/.copilot/config.json`)',
    ignoredWithout: ['toolServer', 'variables', 'hook', 'events'],
    give: (scratch) =>
      scratch.writeHome('.copilot/config.json', { trustedFolders: [scratch.project] }),
  },
};

const envOf = (model: string): Record<string, string> => ({
  COPILOT_OFFLINE: 'true',
  COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
  COPILOT_PROVIDER_API_KEY: 'none',
  COPILOT_MODEL: 'gpt-5',
});

export const copilot: AgentRow = {
  id: 'copilot',
  program: 'copilot',
  agents: ['copilot'],
  claims: { project: inProject, user: { aspects } },
  start: (model, task) => ({ args: ['-p', task, '--allow-all-tools'], env: envOf(model) }),
  // in a run it knows no commands
  session: (model) => ({ args: ['--allow-all-tools'], env: envOf(model) }),
  lists: { args: ['mcp', 'list'], says: /^ *svc \(local\)$/m, starts: false },
  shell: (command) => ({ tool: 'bash', input: { command, description: 'Runs it' } }),
  serverTool: ({ server, tool }) => [{ tool: `${server}-${tool}`, input: {} }],
};

/** It reads Claude Code's hooks too: with both agents chosen, each hook must run once all the same. */
export const copilotBesideClaude: AgentRow = {
  ...copilot,
  id: 'copilot-beside-claude-code',
  agents: ['copilot', 'claude-code'],
  claims: { project: inProject },
};

/** In a project that is set up for Claude Code alone it gets the hooks of that file: they must block and tell the reason in its own words. */
export const copilotInClaudeProject: AgentRow = {
  ...copilot,
  id: 'copilot-in-claude-code-project',
  agents: ['claude-code'],
  // nobody who has not chosen Copilot is told of its trust
  prepare: (scratch) =>
    scratch.writeHome('.copilot/config.json', { trustedFolders: [scratch.project] }),
  claims: { project: { aspects } },
};
