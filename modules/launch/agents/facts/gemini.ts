import type { LaunchAgentFacts } from '../../contract/launch-agents.js';

export const gemini: LaunchAgentFacts = {
  display: 'Gemini CLI',
  programs: ['gemini'],
  install: 'Install it with `npm install -g @google/gemini-cli`.',
  keys: {
    anyOf: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    also: [
      ...['GOOGLE_GEMINI_BASE_URL', 'GOOGLE_VERTEX_BASE_URL'],
      ...['GOOGLE_GENAI_USE_VERTEXAI', 'GOOGLE_CLOUD_PROJECT'],
    ],
    signedIn: ['.gemini/oauth_creds.json', '.gemini/.env'],
  },
  // with GOOGLE_API_KEY it asks the second
  hosts: ['generativelanguage.googleapis.com', 'aiplatform.googleapis.com'],
  headless: {
    // without --skip-trust it ends at once in a folder that nobody has trusted
    args: ['--output-format', 'stream-json', '--skip-trust'],
    promptBy: 'stdin',
    prompt: [],
    yolo: ['--approval-mode', 'yolo'],
    guarded: ['--approval-mode', 'auto_edit'],
  },
  interactive: {
    args: [],
    prompt: ['--prompt-interactive', '{prompt}'],
    yolo: ['--approval-mode', 'yolo'],
  },
  model: ['--model', '{model}'],
  folder: ['--include-directories', '{folder}'],
};
