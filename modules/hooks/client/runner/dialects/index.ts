import { antigravity } from './antigravity.js';
import { claude, codex, openhands } from './claude.js';
import { callingAgent, type Caller } from '../project/stand-aside.js';
import { copilot, copilotInClaudeFile, copilotVscode } from './copilot.js';
import { cursor } from './cursor.js';
import type { Dialect } from './dialect.js';
import { gemini } from './gemini.js';

/** Those whose payloads look alike stand behind the ones that can be told from them. */
const dialects: readonly Dialect[] = [
  cursor,
  antigravity,
  openhands,
  copilot,
  gemini,
  copilotVscode,
  claude,
  codex,
];

/** What an agent's own entry is answered in; agents that are not known are taken for relatives of Claude Code. */
export function dialectOf(agent: string): Dialect {
  return dialects.find(({ agents }) => agents.includes(agent)) ?? claude;
}

/**
 * The dialect of a payload. Its look decides, because agents read each other's files and then send what the other would, or
 * what they always send; among those that look alike the entry's agent decides. Only the environment tells Copilot from Claude Code.
 */
export function dialectFor(caller: Caller, agent: string): Dialect {
  const { payload } = caller;
  const own =
    callingAgent(agent, caller) === 'copilot' && agent === 'claude-code'
      ? copilotInClaudeFile
      : dialectOf(agent);
  if (payload === undefined || own.recognises(payload)) return own;
  return dialects.find(({ recognises }) => recognises(payload)) ?? own;
}
