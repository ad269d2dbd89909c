import { contribute, type Constructor, type Contribution } from 'svc-registry/kernel';
import {
  launchAgentsPoint,
  type LaunchAgent,
  type LaunchAgentFacts,
} from '../contract/launch-agents.js';
import { claudeCode } from './facts/claude-code.js';
import { codex } from './facts/codex.js';
import { copilot } from './facts/copilot.js';
import { cursor } from './facts/cursor.js';
import { gemini } from './facts/gemini.js';
import { scripted } from './facts/scripted.js';

type Load = () => Promise<Constructor<LaunchAgent>>;

const claudeCodeAnswers: Load = () =>
  import('./answers/claude-code.js').then((m) => m.ClaudeCodeAnswers);

const all: readonly (readonly [id: string, LaunchAgentFacts, Load])[] = [
  ['claude-code', claudeCode, claudeCodeAnswers],
  ['codex', codex, () => import('./answers/codex.js').then((m) => m.CodexAnswers)],
  ['gemini', gemini, () => import('./answers/gemini.js').then((m) => m.GeminiAnswers)],
  ['copilot', copilot, () => import('./answers/copilot.js').then((m) => m.CopilotAnswers)],
  ['cursor', cursor, claudeCodeAnswers],
  ['scripted', scripted, () => import('./answers/scripted.js').then((m) => m.ScriptedAgent)],
];

/** The agents that svc can launch by itself; `agent` contributes `svc agent`. */
export const builtInLaunchAgents: readonly Contribution[] = all.map(([id, facts, load]) =>
  contribute(launchAgentsPoint, id, facts, load),
);
