import { aspects, type AgentRow } from './row.js';

export const qwenCode: AgentRow = {
  id: 'qwen-code',
  program: 'qwen-code',
  agents: ['qwen-code'],
  claims: { project: { aspects }, user: { aspects } },
  prepare: (scratch) =>
    scratch.writeHome('.qwen/settings.json', { security: { auth: { selectedType: 'openai' } } }),
  start: (model, task) => ({
    args: ['-p', task, '--approval-mode', 'yolo', '--model', 'gpt-5'],
    env: { OPENAI_BASE_URL: `${model}/v1`, OPENAI_API_KEY: 'none', OPENAI_MODEL: 'gpt-5' },
  }),
  shell: (command) => ({
    tool: 'run_shell_command',
    input: { command, description: 'Runs it', is_background: false },
  }),
  // tools of servers are named only, and called through a tool of the agent
  serverTool: ({ server, tool }) => [
    { tool: 'tool_search', input: { query: `select:mcp__${server}__${tool}` } },
    { tool: 'tool_call', input: { name: `mcp__${server}__${tool}`, arguments: {} } },
  ],
};
