import { type AgentRow } from './row.js';

export const cline: AgentRow = {
  id: 'cline',
  program: 'cline',
  agents: ['cline'],
  claims: {
    // a hook that blocks ends the whole run: what comes after it cannot be seen in the same one
    project: { aspects: ['skill', 'rule'] },
    user: { aspects: ['skill', 'rule'] },
  },
  skillTraces: ['Available skills: brew-tea'],
  // in a run of one task
  missing: ['UserPromptSubmit'],
  prepare: async (scratch, model) => {
    await scratch.run('cline', [
      'auth',
      'openai',
      '--apikey',
      'none',
      '--modelid',
      'gpt-5',
      '--baseurl',
      `${model}/v1`,
    ]);
  },
  start: (_model, task) => ({ args: ['--json', task], env: {} }),
  shell: (command) => ({ tool: 'run_commands', input: { commands: [command] } }),
  serverTool: ({ server, tool }) => [{ tool: `${server}__${tool}`, input: {} }],
};
