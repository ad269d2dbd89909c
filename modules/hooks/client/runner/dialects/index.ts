import { antigravity } from './antigravity.js';
import { claude, codex, openhands } from './claude.js';
import { callingAgent, type Caller } from '../project/stand-aside.js';
import { cline } from './cline.js';
import { copilot, copilotInClaudeFile, copilotVscode } from './copilot.js';
import { cursor } from './cursor.js';
import type { Dialect } from './dialect.js';
import { droid } from './droid.js';
import { gemini } from './gemini.js';
import { opencode } from './opencode.js';
import { qwenCode } from './qwen-code.js';

/** In order of recognition: dialects with distinctive payloads come before those whose payloads look alike. */
const dialects: readonly Dialect[] = [
  cursor,
  antigravity,
  cline,
  openhands,
  copilot,
  gemini,
  copilotVscode,
  claude,
  codex,
  opencode,
  qwenCode,
  droid,
];

/** The dialect of an agent's own entry; unknown agents are treated like Claude Code. */
export function dialectOf(agent: string): Dialect {
  return dialects.find(({ agents }) => agents.includes(agent)) ?? claude;
}

/**
 * The dialect of a payload. The payload's form decides, because agents read each other's files and then send either the other agent's payload
 * or their own. Among dialects with the same form, the entry's agent decides. Only the environment distinguishes Copilot from Claude Code.
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
