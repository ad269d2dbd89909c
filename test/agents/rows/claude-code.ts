import { aspects, type AgentRow } from './row.js';

export const claudeCode: AgentRow = {
  id: 'claude-code',
  program: 'claude-code',
  agents: ['claude-code'],
  claims: { project: { aspects }, user: { aspects } },
  start: (model, task) => ({
    args: [
      '-p',
      task,
      '--model',
      'claude-sonnet-4-5',
      '--allowedTools',
      'Bash,mcp__svc,mcp__kettle',
    ],
    env: { ANTHROPIC_BASE_URL: model, ANTHROPIC_API_KEY: 'none' },
  }),
  lists: {
    args: ['mcp', 'list'],
    says: /^svc: .*svc mcp start.* - ✔ Connected$/m,
    starts: true,
    approve: async (scratch, scope) => {
      if (scope === 'project')
        await scratch.writeHome('.claude/settings.json', {
          enabledMcpjsonServers: ['svc', 'kettle'],
        });
    },
  },
  shell: (command) => ({ tool: 'Bash', input: { command, description: 'Runs it' } }),
  // tools of servers are named only, until the model asks for them
  serverTool: ({ server, tool }) => [
    { tool: 'ToolSearch', input: { query: `select:mcp__${server}__${tool}` } },
    { tool: `mcp__${server}__${tool}`, input: {} },
  ],
};
