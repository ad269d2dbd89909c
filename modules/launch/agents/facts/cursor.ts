import type { LaunchAgentFacts } from '../../contract/launch-agents.js';

/** From its documentation: npm does not carry it, so it was not observed. */
export const cursor: LaunchAgentFacts = {
  display: 'Cursor',
  // other programs are called `agent` too
  programs: ['cursor-agent', 'agent'],
  install: 'Install its command-line program as described on https://cursor.com/cli.',
  keys: {
    anyOf: ['CURSOR_API_KEY'],
    signedIn: ['.config/cursor/auth.json', '.cursor/cli-config.json'],
  },
  hosts: ['*.cursor.sh', 'api.cursor.com'],
  headless: {
    args: ['-p', '--output-format', 'stream-json', '--trust'],
    promptBy: 'argument',
    prompt: ['{prompt}'],
    yolo: ['--force'],
    guarded: ['--sandbox', 'enabled'],
  },
  interactive: { args: [], prompt: ['{prompt}'], yolo: ['--force'] },
  model: ['--model', '{model}'],
};
