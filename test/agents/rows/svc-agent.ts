import { type AgentRow } from './row.js';

/** `svc agent`, which starts pi. It keeps the registry's token from what it starts. */
export const svcAgent: AgentRow = {
  id: 'svc-agent',
  program: 'svc-agent',
  starts: 'svc',
  agents: ['svc-agent'],
  claims: {
    project: { aspects: ['skill', 'rule', 'toolServer'] },
    user: { aspects: ['skill', 'rule', 'toolServer'] },
  },
  prepare: (scratch, model) =>
    scratch.writeHome('.svc/agent/models.json', {
      providers: {
        own: {
          baseUrl: `${model}/v1`,
          api: 'openai-completions',
          apiKey: 'none',
          models: [{ id: 'tea' }],
        },
      },
    }),
  start: (_model, task) => ({
    // otherwise tool servers of a project are left out until somebody has agreed to them in a terminal
    args: ['agent', '--print', '--permission-mode', 'yolo', '--model', 'own/tea', task],
    env: {},
  }),
  lists: { args: ['agent', 'mcp', 'list'], says: /^svc +\w+ +.*svc mcp start.*$/m, starts: false },
  shell: (command) => ({ tool: 'bash', input: { command } }),
  serverTool: ({ server, tool }) => [{ tool: `mcp__${server}__${tool}`, input: {} }],
};
