import type { LaunchAgentFacts } from '../../launch/contract/launch-agents.js';

const everything = ['--permission-mode', 'yolo'];

/** `svc agent`, as `svc launch` and workers start it. */
export const svcAgent: LaunchAgentFacts = {
  display: 'svc agent',
  programs: ['svc'],
  self: true,
  install: 'It is a part of svc: install svc again.',
  keys: {
    anyOf: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY'],
    // read by the extension of pi
    also: ['ANTHROPIC_BASE_URL', 'OPENAI_BASE_URL', 'GOOGLE_GEMINI_BASE_URL'],
    signedIn: ['.svc/agent/auth.json', '.svc/agent/models.json'],
  },
  hosts: ['api.anthropic.com', 'api.openai.com', 'generativelanguage.googleapis.com'],
  headless: {
    args: ['agent', '--print', '--output', 'json'],
    promptBy: 'stdin',
    prompt: [],
    yolo: everything,
    guarded: ['--permission-mode', 'auto'],
  },
  interactive: { args: ['agent'], prompt: ['--message', '{prompt}'], yolo: everything },
  model: ['--model', '{model}'],
};
