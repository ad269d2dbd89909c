import type { LaunchAgentFacts } from '../../contract/launch-agents.js';

export const copilot: LaunchAgentFacts = {
  display: 'GitHub Copilot CLI',
  programs: ['copilot'],
  install: 'Install it with `npm install -g @github/copilot`.',
  keys: {
    anyOf: ['COPILOT_GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_TOKEN', 'COPILOT_PROVIDER_API_KEY'],
    also: ['COPILOT_PROVIDER_BASE_URL', 'COPILOT_MODEL', 'COPILOT_OFFLINE'],
    signedIn: ['.copilot/config.json', '.config/gh/hosts.yml'],
  },
  hosts: ['api.github.com', '*.githubcopilot.com'],
  headless: {
    args: ['--output-format', 'json', '--no-ask-user'],
    promptBy: 'argument',
    prompt: ['-p', '{prompt}'],
    yolo: ['--yolo'],
    guarded: ['--allow-tool', 'write'],
  },
  interactive: { args: [], prompt: ['-i', '{prompt}'], yolo: ['--yolo'] },
  model: ['--model', '{model}'],
  folder: ['--add-dir', '{folder}'],
  env: { COPILOT_AUTO_UPDATE: 'false' },
};
