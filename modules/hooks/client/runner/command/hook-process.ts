import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Writable } from 'node:stream';
import { GroupWatchdog } from '../../../../../toolbox/group-watchdog.js';
import type { CommandHook } from './command-hook.js';
import type { Env } from './environment.js';
import { KeptOutput } from './kept-output.js';
import { insertPluginDir, quotePluginDir } from './plugin-dir-token.js';
import { TimeLimit, type Limit } from './time-limit.js';

/** Milliseconds to wait for further output once a hook's process has ended: processes that it left running may keep the pipes open. */
const LAST_OUTPUT = 200;

/** Most hooks end within a second. */
const WATCHDOG = { name: 'svc-hook-watchdog', after: 1_000 };

export interface HookCall {
  readonly hook: CommandHook;
  readonly pluginFolder: string;
  readonly cwd: string;
  readonly env: Env;
  readonly limit: Limit;
  /** Written to standard input. */
  readonly input: string;
  /** When it aborts, the hook and all processes that it started are ended. */
  readonly signal: AbortSignal;
}

/** How a hook ended. `failure` describes any end other than an exit with 0 or 2. */
export interface HookResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly failure: string | undefined;
  /** Whether output was truncated. */
  readonly cut: boolean;
}

/** Program and arguments of a hook, with the plugin's folder in place. */
export function commandLineOf(
  { command, args }: CommandHook,
  folder: string,
): readonly [string, ...string[]] {
  if (args === undefined) return ['sh', '-c', '--', quotePluginDir(command)];
  return [insertPluginDir(command, folder), ...args.map((arg) => insertPluginDir(arg, folder))];
}

/** Runs one hook. Never throws; a failure is part of the result. */
export async function runHook(call: HookCall): Promise<HookResult> {
  try {
    const child = start(call);
    const output = { stdout: new KeptOutput(child.stdout), stderr: new KeptOutput(child.stderr) };
    feed(child.stdin, call.input);
    const ending = await endingOf(child, call);
    const { stdout, stderr } = output;
    return {
      ...ending,
      stdout: stdout.text(),
      stderr: stderr.text(),
      cut: stdout.cut || stderr.cut,
    };
  } catch (error) {
    return {
      exitCode: null,
      stdout: '',
      stderr: '',
      failure: whyNotStarted(error as NodeJS.ErrnoException),
      cut: false,
    };
  }
}

function start({ hook, pluginFolder, cwd, env }: HookCall): ChildProcessWithoutNullStreams {
  const [program, ...args] = commandLineOf(hook, pluginFolder);
  // a process group of its own, so that its child processes can be ended with it
  const detached = process.platform !== 'win32';
  return spawn(program, args, {
    cwd,
    env,
    detached,
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

function feed(stdin: Writable, input: string): void {
  stdin.on('error', () => undefined); // a hook need not read it
  stdin.end(input);
}

interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

function exitOf(child: ChildProcessWithoutNullStreams): Promise<Exit> {
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('exit', (code, signal) => {
      done({ code, signal });
    });
  });
}

async function endingOf(
  child: ChildProcessWithoutNullStreams,
  { limit: allowed, signal }: HookCall,
): Promise<Pick<HookResult, 'exitCode' | 'failure'>> {
  const closed = new Promise((done) => child.once('close', done));
  const limit = new TimeLimit(child, allowed, signal);
  const watchdog = new GroupWatchdog(child, WATCHDOG);
  try {
    const exit = await Promise.race([exitOf(child), limit.givenUp]);
    // decided before waiting for the last output: processes that the hook left running must not
    // make it exceed its limit
    const failure = limit.exceeded ?? failureOf(exit);
    await Promise.race([closed, new Promise((done) => setTimeout(done, LAST_OUTPUT).unref())]);
    return { exitCode: exit?.code ?? null, failure };
  } finally {
    watchdog.clear();
    limit.clear();
    for (const stream of [child.stdout, child.stderr]) stream.destroy();
  }
}

function failureOf(exit: Exit | undefined): string | undefined {
  if (exit?.signal != null) return `was killed by ${exit.signal}`;
  return exit?.code === 0 || exit?.code === 2
    ? undefined
    : `left with ${exit?.code ?? 'no exit code'}`;
}

function whyNotStarted({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return 'could not be started: there is no such program';
  if (code === 'EACCES') return 'could not be started: it is not executable';
  return `could not be started: ${message}`;
}
