import type { Env } from '../command/environment.js';
import { hasText, type Payload } from '../dialects/dialect.js';
import { readPlainFile } from './plain-file.js';

export interface Caller {
  readonly payload: Payload | undefined;
  readonly env: Env;
}

/** Agents that also read the entries of another agent. */
const readers: Readonly<Record<string, readonly string[]>> = {
  'claude-code': ['cursor', 'copilot-vscode', 'copilot'],
  copilot: ['copilot-vscode'],
  'copilot-vscode': ['copilot'],
};

/** How these agents are recognised. */
const signs: Readonly<Record<string, (caller: Caller) => boolean>> = {
  cursor: ({ payload = {}, env }) =>
    hasText(payload, 'cursor_version') || env['CURSOR_VERSION'] !== undefined,
  'copilot-vscode': ({ payload = {} }) => hasText(payload, 'hookEventName'),
  copilot: ({ env }) => env['COPILOT_CLI'] === '1',
};

/** A session of Claude Code, including one that was started from within another agent and has inherited its environment. */
function isClaude({ payload = {}, env }: Caller): boolean {
  return hasText(payload, 'session_id') && payload['session_id'] === env['CLAUDE_CODE_SESSION_ID'];
}

/** The agent that is calling. It may differ from `agent`, the one whose file contains the entry. */
export function callingAgent(agent: string, caller: Caller): string {
  if (agent === 'claude-code' && isClaude(caller)) return agent;
  return readers[agent]?.find((reader) => signs[reader]?.(caller) === true) ?? agent;
}

/**
 * True when one of the files contains an entry for the agent. The files are read rather than the lock, because an entry may have been deleted
 * and then runs no hooks.
 */
export function hasOwnEntry(files: readonly string[], agent: string): boolean {
  return files.some((file) =>
    textOf(file)
      .split(/[\s"'\\]+/)
      .includes(`--agent=${agent}`),
  );
}

function textOf(file: string): string {
  try {
    return readPlainFile(file);
  } catch {
    // an unreadable file contains no entry
    return '';
  }
}
