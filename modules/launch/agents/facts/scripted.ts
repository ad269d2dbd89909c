import type { LaunchAgentFacts } from '../../contract/launch-agents.js';

/** A program of ours in place of a real agent, for tests and demonstrations: it does what a script says, and asks no model. */
export const scripted: LaunchAgentFacts = {
  display: 'Scripted agent',
  forTests: true,
  programs: ['node'],
  install: 'It needs Node.js: `node` has to be on PATH.',
  keys: { anyOf: [], also: ['SVC_SCRIPTED_AGENT'] },
  hosts: [],
  headless: {
    args: ['{file}'],
    promptBy: 'stdin',
    prompt: [],
    yolo: ['--yolo'],
    guarded: [],
  },
  interactive: { args: ['{file}', '--interactive'], prompt: ['{prompt}'], yolo: ['--yolo'] },
  model: ['--model', '{model}'],
};
