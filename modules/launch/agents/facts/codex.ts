import type { LaunchAgentFacts } from '../../contract/launch-agents.js';

const everything = ['--dangerously-bypass-approvals-and-sandbox'];

export const codex: LaunchAgentFacts = {
  display: 'Codex',
  programs: ['codex'],
  install: 'Install it with `npm install -g @openai/codex`.',
  keys: {
    anyOf: ['CODEX_API_KEY', 'OPENAI_API_KEY'],
    also: ['CODEX_HOME'],
    signedIn: ['.codex/auth.json', '.codex/config.toml'],
  },
  hosts: ['api.openai.com'],
  headless: {
    args: ['exec', '--json', '--skip-git-repo-check'],
    promptBy: 'stdin',
    prompt: ['-'],
    yolo: everything,
    guarded: ['--sandbox', 'workspace-write'],
  },
  interactive: { args: [], prompt: ['{prompt}'], yolo: everything },
  model: ['--model', '{model}'],
  folder: ['--add-dir', '{folder}'],
};
