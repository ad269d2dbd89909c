import type { LaunchAgentFacts } from '../../contract/launch-agents.js';

export const claudeCode: LaunchAgentFacts = {
  display: 'Claude Code',
  programs: ['claude'],
  install: 'Install it with `npm install -g @anthropic-ai/claude-code`.',
  keys: {
    anyOf: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
    also: ['ANTHROPIC_BASE_URL', 'ANTHROPIC_MODEL'],
    // on macOS the credentials are in the key chain, and only the second file shows a sign-in
    signedIn: ['.claude/.credentials.json', '.claude.json'],
  },
  hosts: ['api.anthropic.com'],
  headless: {
    args: ['-p', '--output-format', 'stream-json', '--verbose'],
    promptBy: 'stdin',
    prompt: [],
    yolo: ['--dangerously-skip-permissions'],
    guarded: ['--permission-mode', 'acceptEdits'],
  },
  interactive: {
    args: [],
    prompt: ['{prompt}'],
    yolo: ['--dangerously-skip-permissions'],
  },
  model: ['--model', '{model}'],
  // one word: the flag takes any number of folders, and a prompt that follows would be one more
  folder: ['--add-dir={folder}'],
  env: { DISABLE_AUTOUPDATER: '1' },
};
