import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** The built `svc`. */
export const SVC = resolve('dist/bin/svc.cjs');

// against hanging, not a measure: other programs may keep the machine busy
const START_LIMIT = 120_000;
const STOP_LIMIT = 20_000;

type Env = Readonly<Record<string, string | undefined>>;

export interface Finished {
  /** Exit code; 128 + number of the signal when a signal ended it. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Env;
  /** Default: the program's own `cwd`. */
  readonly cwd?: string;
  /** Text for stdin; without it stdin is empty. */
  readonly input?: string;
  /** Which of the built programs; default `svc`. */
  readonly program?: 'svc' | 'lnk';
  /** Program that the built one is started through; it ends in \`exec\`. */
  readonly through?: readonly string[];
}

/** A child process whose output is kept. */
export interface Started {
  readonly child: ChildProcess;
  stdout(): string;
  stderr(): string;
  readonly finished: Promise<Finished>;
}

export interface Server extends Started {
  /** `http://127.0.0.1:<port>`. */
  readonly origin: string;
  /** Sends SIGTERM and waits; kills it after `ms`. */
  stop(ms?: number): Promise<Finished>;
}

/** The built programs as a person has them: an own home, an own folder to stand in, nothing else of this machine. */
export interface Program {
  /** `HOME`; `SVC_HOME` is `<home>/.svc`. */
  readonly home: string;
  readonly cwd: string;
  readonly env: Env;
  /** The file that is run. */
  readonly svc: string;
  /** Runs `svc`, or the program of the options, to its end. */
  run(args: readonly string[], options?: RunOptions): Promise<Finished>;
  start(args: readonly string[], options?: RunOptions): Started;
  /** Starts `svc serve` on a free port, or that of SVC_PORT, and waits until it is ready. The client commands of this program then use it. */
  serve(args?: readonly string[], options?: RunOptions): Promise<Server>;
  /** Starts `svc worker` and waits until it works. */
  work(args?: readonly string[], options?: RunOptions): Promise<Started>;
  /** Kills what still runs and removes the folders. */
  close(): Promise<void>;
}

export function requireBuild(): void {
  if (!existsSync(SVC))
    throw new Error(
      `${SVC} is missing: these tests run the built programs. Run \`npm run build\` first.`,
    );
}

function launch(
  line: readonly string[],
  {
    env,
    cwd,
    input,
    through,
  }: Required<Omit<RunOptions, 'input' | 'program'>> & { input: string | undefined },
): Started {
  const [command, ...rest] = [...through, process.execPath, ...line] as [string, ...string[]];
  const child = spawn(command, rest, { env, cwd, stdio: 'pipe' });
  const text = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text.stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text.stderr += chunk));
  child.stdin.on('error', () => undefined); // it may have ended without reading
  if (input !== undefined) child.stdin.end(input);
  const finished = new Promise<Finished>((done, failed) => {
    child.on('error', failed);
    child.on('close', (code, signal) => {
      done({ code: code ?? 128 + (signal === 'SIGKILL' ? 9 : 15), ...text });
    });
  });
  return { child, stdout: () => text.stdout, stderr: () => text.stderr, finished };
}

async function until<T>(
  look: () => T | undefined | Promise<T | undefined>,
  started: Started,
): Promise<T> {
  const end = Date.now() + START_LIMIT;
  while (Date.now() < end) {
    const seen = await look();
    if (seen !== undefined) return seen;
    const { exitCode } = started.child;
    if (exitCode !== null) throw new Error(`svc ended with ${exitCode}:\n${started.stderr()}`);
    await new Promise((wake) => setTimeout(wake, 25));
  }
  throw new Error(`svc was not ready after ${START_LIMIT / 1000} s:\n${started.stderr()}`);
}

async function isReady(origin: string): Promise<true | undefined> {
  const response = await fetch(`${origin}/ready`).catch(() => undefined);
  return response?.ok === true ? true : undefined;
}

class TestProgram implements Program {
  readonly cwd: string;
  readonly svc: string;
  env: Env;
  private readonly running = new Set<Started>();

  constructor(
    private readonly folder: string,
    readonly home: string,
    { env, svc }: { readonly env: Env; readonly svc: string },
  ) {
    this.svc = svc;
    this.cwd = join(folder, 'work');
    const { PATH, LANG } = process.env;
    this.env = {
      PATH,
      LANG,
      TMPDIR: folder,
      HOME: home,
      SVC_HOME: join(home, '.svc'),
      NO_COLOR: '1',
      // what is published can be downloaded at once; tests of moderation switch it on
      SVC_MODERATION: 'off',
      ...env,
    };
  }

  start(
    args: readonly string[],
    { env = {}, cwd = this.cwd, input, program = 'svc', through = [] }: RunOptions = {},
  ): Started {
    const file = program === 'svc' ? this.svc : join(dirname(this.svc), `${program}.cjs`);
    const started = launch([file, ...args], {
      env: { ...this.env, ...env },
      cwd,
      input,
      through,
    });
    this.running.add(started);
    void started.finished.catch(() => undefined).then(() => this.running.delete(started));
    return started;
  }

  run(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
    return this.start(args, { input: '', ...options }).finished;
  }

  async serve(args: readonly string[] = [], options: RunOptions = {}): Promise<Server> {
    const port = { ...this.env, ...options.env }['SVC_PORT'] === undefined ? ['--port', '0'] : [];
    const started = this.start(['serve', ...port, ...args], { input: '', ...options });
    const origin = await until(
      () => /listening on (http:\/\/\S+)/.exec(started.stderr())?.[1],
      started,
    );
    await until(() => isReady(origin), started);
    this.env = { ...this.env, SVC_URL: origin };
    return { ...started, origin, stop: (ms?: number) => stop(started, ms) };
  }

  async work(args: readonly string[] = [], options: RunOptions = {}): Promise<Started> {
    const worker = this.start(['worker', ...args], { input: '', ...options });
    await until(() => worker.stderr().includes('works in the background') || undefined, worker);
    return worker;
  }

  async close(): Promise<void> {
    for (const { child } of this.running) child.kill('SIGKILL');
    await Promise.allSettled([...this.running].map(({ finished }) => finished));
    await rm(this.folder, { recursive: true, force: true });
  }
}

async function stop({ child, finished }: Started, ms = STOP_LIMIT): Promise<Finished> {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), ms);
  return finished.finally(() => {
    clearTimeout(timer);
  });
}

/** Makes the folders. `env` is added to the environment of everything that is started; `svc` is another copy of the program. */
export async function openProgram(env: Env = {}, svc = SVC): Promise<Program> {
  requireBuild();
  const folder = await mkdtemp(join(tmpdir(), 'svc-e2e-'));
  const program = new TestProgram(folder, join(folder, 'home'), { env, svc });
  await Promise.all([mkdir(program.home), mkdir(program.cwd)]);
  return program;
}
