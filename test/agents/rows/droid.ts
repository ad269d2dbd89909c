import { aspects, type AgentRow } from './row.js';

export const droid: AgentRow = {
  id: 'droid',
  program: 'droid',
  agents: ['droid'],
  claims: { project: { aspects }, user: { aspects } },
  // in a run of one task
  missing: ['UserPromptSubmit'],
  prepare: (scratch, model) =>
    scratch.writeHome('.factory/settings.json', {
      customModels: [
        {
          model: 'gpt-5',
          displayName: 'own',
          baseUrl: `${model}/v1`,
          apiKey: 'none',
          provider: 'generic-chat-completion-api',
        },
      ],
    }),
  start: (_model, task) => ({
    args: ['exec', '--skip-permissions-unsafe', '-m', 'custom:gpt-5', task],
    env: { FACTORY_API_KEY: 'any' },
  }),
  shell: (command) => ({
    tool: 'Execute',
    input: {
      command,
      summary: 'Runs it',
      timeout: 60,
      riskLevel: { value: 'low', reason: 'It writes a file.' },
    },
  }),
  serverTool: ({ server, tool }) => [
    { tool: 'ToolSearch', input: { query: `select:${server}___${tool}` } },
    { tool: `${server}___${tool}`, input: {} },
  ],
};
