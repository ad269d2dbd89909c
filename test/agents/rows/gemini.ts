import { aspects, TASK, type AgentRow } from './row.js';

export const gemini: AgentRow = {
  id: 'gemini',
  program: 'gemini',
  agents: ['gemini'],
  claims: {
    project: {
      aspects,
      trust: {
        step: 'trusts the folder (`~/.gemini/trustedFolders.json`)',
        ignoredWithout: ['toolServer', 'hook', 'events'],
        give: (scratch) => scratch.writeHome('.gemini/trustedFolders.json', { [scratch.project]: 'TRUST_FOLDER' }),
      },
    },
    user: { aspects },
  },
  prepare: (scratch) => scratch.writeHome('.gemini/settings.json', { security: { auth: { selectedType: 'gemini-api-key' } } }),
  start: (model) => ({
    // without --skip-trust it ends at once in a folder that nobody trusts; it does not make up for trust
    args: ['-p', TASK, '--model', 'gemini-2.5-pro', '--approval-mode', 'yolo', '--skip-trust'],
    env: { GOOGLE_GEMINI_BASE_URL: model, GEMINI_API_KEY: 'none' },
  }),
  shell: (command) => ({ tool: 'run_shell_command', input: { command } }),
  serverTool: ({ server, tool }) => [{ tool: `mcp_${server}_${tool}`, input: {} }],
};
