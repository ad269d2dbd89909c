import { contribute, type Contribution } from 'svc-registry/kernel';
import {
  launchAgentsPoint,
  type LaunchAgentFacts,
} from '../../../launch/contract/launch-agents.js';

const facts = (id: string, display: string, also: readonly string[]): LaunchAgentFacts => ({
  display,
  forTests: true,
  programs: ['node'],
  install: 'It needs Node.js: `node` has to be on PATH.',
  keys: { anyOf: [], also },
  hosts: [],
  headless: { args: ['{file}', id], promptBy: 'stdin', prompt: [], yolo: [], guarded: [] },
  interactive: { args: ['{file}', id], prompt: [], yolo: [] },
  model: [],
});

/** Agents in place of real ones, for tests of evaluations. They ask no model. */
export const standInAgents: readonly Contribution[] = (
  [
    ['oracle', 'Reference solution', []],
    ['empty', 'Empty solution', []],
    ['replay', 'Recorded solution', ['REPLAY_RECORDING']],
  ] as const
).map(([id, display, also]) =>
  contribute(launchAgentsPoint, id, facts(id, display, also), () =>
    import('./stand-in-agent.js').then((m) => m.StandInAgent),
  ),
);
