import { spawn, type ChildProcess } from 'node:child_process';
import { GroupWatchdog } from '../../../../toolbox/group-watchdog.js';
import { signalGroup } from '../../../../toolbox/process-group.js';
import { cancelled, type Context } from 'svc-registry/kernel';
import { KeptEnd } from '../../kept-end.js';

/** Bytes that are kept of the end of what the agent writes. */
const KEPT_STDOUT = 8 * 1024 * 1024;
const KEPT_STDERR = 64 * 1024;
/** Milliseconds between SIGTERM and SIGKILL. */
const GRACE = 2_000;
/** Milliseconds to wait for further output once the agent has ended: processes that it left running may keep the pipes open. */
const LAST_OUTPUT = 200;

export interface AgentStart {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Context['env'];
  readonly input: string | undefined;
  /** When it aborts, the agent ends, with all that it has started. */
  readonly signal: AbortSignal;
}

/** How an agent ended. */
export interface AgentEnd {
  /** `null` if a signal ended it. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The end of each output. */
  readonly stdout: string;
  readonly stderr: string;
}

/** An agent that runs without a terminal, in a process group of its own. */
export class AgentProcess {
  readonly #stdout = new KeptEnd(KEPT_STDOUT);
  readonly #stderr = new KeptEnd(KEPT_STDERR);

  /** The end of what it has written to stdout so far. */
  soFar(bytes: number): string {
    return this.#stdout.text(bytes);
  }

  /** Runs it to its end. Rejects when it cannot be started, and as `cancelled` when it was interrupted. */
  async run({ program, args, signal, input, ...options }: AgentStart): Promise<AgentEnd> {
    signal.throwIfAborted();
    const child = spawn(program, args, {
      ...options,
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: 'pipe',
    });
    child.stdout.on('data', (chunk: Buffer) => {
      this.#stdout.add(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      this.#stderr.add(chunk);
    });
    child.stdin.on('error', () => undefined); // it need not read its input
    child.stdin.end(input ?? '');
    const ended = await endOf(child, signal);
    for (const stream of [child.stdout, child.stderr]) stream.destroy();
    if (signal.aborted) throw cancelled({ what: 'The launch' });
    return { ...ended, stdout: this.#stdout.text(), stderr: this.#stderr.text() };
  }
}

/** Waits for the end of the agent, and ends what it has left running. */
async function endOf(
  child: ChildProcess,
  signal: AbortSignal,
): Promise<Pick<AgentEnd, 'code' | 'signal'>> {
  const watchdog = new GroupWatchdog(child, { name: 'svc-launch-watchdog', after: 0 });
  const closed = new Promise((done) => child.once('close', done));
  let killer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    signalGroup(child, 'SIGTERM');
    killer = setTimeout(() => {
      signalGroup(child, 'SIGKILL');
    }, GRACE);
  };
  signal.addEventListener('abort', stop);
  try {
    const ended = await exitOf(child);
    await Promise.race([closed, new Promise((done) => setTimeout(done, LAST_OUTPUT).unref())]);
    return ended;
  } finally {
    signal.removeEventListener('abort', stop);
    clearTimeout(killer);
    watchdog.clear();
    signalGroup(child, 'SIGKILL');
  }
}

function exitOf(child: ChildProcess): Promise<Pick<AgentEnd, 'code' | 'signal'>> {
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('exit', (code, signal) => {
      done({ code, signal });
    });
  });
}
