import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../../toolbox/file-errors.js';
import { signalGroup } from '../../toolbox/process-group.js';
import { shellWord } from '../../toolbox/shell-word.js';
import type { ScratchProject } from './scratch-project.js';

/** How long processes may go on that the agent has left. */
const LEFT_LIMIT_MS = 20_000;
/** Limits against hanging: some agents look for a network for a while before they start. */
const RUN_LIMIT_MS = 480_000;
const SESSION_LIMIT_MS = 120_000;
const KEYS_MS = 3000;

/** A session in a terminal, as a person has one. */
export interface Session {
  /** What the person types: again and again, since what comes before the agent is ready is not taken for what it is. */
  readonly types: string;
  readonly until: AbortSignal;
}

/** How the agent is started. */
export interface AgentRun {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Left out for a run that ends by itself. */
  readonly session?: Session;
}

/** Runs the agent to its end, or for as long as it may take. What it printed is kept in `agent.log`. */
export async function runAgent(scratch: ScratchProject, run: AgentRun): Promise<void> {
  const { session } = run;
  const log = createWriteStream(scratch.log, { flags: 'a' });
  await once(log, 'open');
  const [program, args] = wordsOf(run);
  // a group of its own: what the agent has started ends with it
  const child = spawn(program, args, {
    cwd: scratch.project,
    env: { ...scratch.env, ...run.env },
    stdio: [session === undefined ? 'ignore' : 'pipe', log, log],
    detached: true,
  });
  const end = (): void => {
    signalGroup(child, 'SIGKILL');
  };
  const late = setTimeout(end, session === undefined ? RUN_LIMIT_MS : SESSION_LIMIT_MS);
  if (session !== undefined) void typeInto(child, session).finally(end);
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  clearTimeout(late);
  await lastHooks(child);
  end();
  log.end(`\n[exit ${signal ?? code ?? ''}]\n`);
  await once(log, 'close');
}

/** A session needs a terminal, which `script` makes. */
function wordsOf({ program, args, session }: AgentRun): readonly [string, string[]] {
  if (session === undefined) return [program, [...args]];
  // some draw nothing in a window without a size
  const line = `stty cols 120 rows 40; ${[program, ...args].map(shellWord).join(' ')}`;
  return ['script', ['-qec', line, '/dev/null']];
}

/** A text and the key behind it come apart, or both are taken for something pasted. */
async function typeInto(child: ChildProcess, { types, until }: Session): Promise<void> {
  child.stdin?.on('error', () => undefined); // the session has ended meanwhile
  while (!until.aborted && child.exitCode === null && child.signalCode === null) {
    for (const keys of [types, '\r']) {
      await sleep(KEYS_MS);
      child.stdin?.write(keys);
    }
  }
}

/** OpenCode ends without waiting for what runs at `Stop`: waits until nothing is left of the agent's group. */
async function lastHooks({ pid }: ChildProcess): Promise<void> {
  const until = Date.now() + LEFT_LIMIT_MS;
  while (pid !== undefined && isGroupAlive(pid) && Date.now() < until) await sleep(100);
}

function isGroupAlive(leader: number): boolean {
  try {
    return process.kill(-leader, 0);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return false;
    throw error;
  }
}
