import type { Env } from '../command/environment.js';
import { hasText, type Payload } from '../dialects/dialect.js';
import { readPlainFile } from './plain-file.js';

export interface Caller {
  readonly payload: Payload | undefined;
  readonly env: Env;
}

/** Whose entries are also read by which other agents. */
const readers: Readonly<Record<string, readonly string[]>> = {
  'claude-code': ['cursor', 'copilot-vscode', 'copilot'],
  copilot: ['copilot-vscode'],
  'copilot-vscode': ['copilot'],
};

/** How to know that it is them. */
const signs: Readonly<Record<string, (caller: Caller) => boolean>> = {
  cursor: ({ payload = {}, env }) =>
    hasText(payload, 'cursor_version') || env['CURSOR_VERSION'] !== undefined,
  'copilot-vscode': ({ payload = {} }) => hasText(payload, 'hookEventName'),
  copilot: ({ env }) => env['COPILOT_CLI'] === '1',
};

/** A session of Claude Code, also one that was started from within another agent and has inherited its environment. */
function isClaude({ payload = {}, env }: Caller): boolean {
  return hasText(payload, 'session_id') && payload['session_id'] === env['CLAUDE_CODE_SESSION_ID'];
}

/** The agent that called, as far as it can be told from the one whose file it has read. */
export function callingAgent(agent: string, caller: Caller): string {
  if (agent === 'claude-code' && isClaude(caller)) return agent;
  return readers[agent]?.find((reader) => signs[reader]?.(caller) === true) ?? agent;
}

/** True when one of the files holds an entry of the agent's own. The files decide, not the lock: an entry that is gone runs nothing. */
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
    // no file that can be read is no entry
    return '';
  }
}
