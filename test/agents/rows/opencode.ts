import { aspects, type AgentRow } from './row.js';

export const opencode: AgentRow = {
  id: 'opencode',
  program: 'opencode',
  agents: ['opencode'],
  claims: { project: { aspects }, user: { aspects } },
  prepare: (scratch, model) =>
    scratch.writeHome('.config/opencode/opencode.json', {
      model: 'own/gpt-5',
      provider: {
        own: {
          npm: '@ai-sdk/openai-compatible',
          options: { baseURL: `${model}/v1`, apiKey: 'none' },
          models: { 'gpt-5': { name: 'gpt-5' } },
        },
      },
      // the course reads the rules in the user's home too
      permission: { bash: 'allow', external_directory: 'allow' },
    }),
  start: (_model, task) => ({
    args: task.startsWith('/') ? ['run', '--command', task.slice(1)] : ['run', task],
    // it installs a package for plugins first, goes on when that fails, and would try for more than a minute without a network
    env: {
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      npm_config_fetch_retries: '0',
    },
  }),
  shell: (command) => ({ tool: 'bash', input: { command, description: 'Runs it' } }),
  serverTool: ({ server, tool }) => [{ tool: `${server}_${tool}`, input: {} }],
};

/** Stands for the agents that have no id of their own and read `.agents/skills` and `AGENTS.md`. */
export const opencodeAsAgents: AgentRow = {
  ...opencode,
  id: 'opencode-as-agents',
  agents: ['agents'],
  claims: { project: { aspects: ['skill', 'rule'] }, user: { aspects: ['skill'] } },
};
