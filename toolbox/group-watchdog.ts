import { spawn, type ChildProcess } from 'node:child_process';

/** Blocks reading a line that is never sent; the read ends when the other end of the pipe is closed. */
const SCRIPT = 'read -r _; kill -KILL "-$1"';

interface Watched {
  /** The name in lists of processes. */
  readonly name: string;
  /** Milliseconds until the child gets a watchdog: one that ends before that needs none. */
  readonly after: number;
}

/**
 * Ends a child that was started `detached`, with its process group, when this process ends without doing so, such as by SIGKILL. It is a
 * waiting process in a session of its own. Windows has no process groups, and therefore no watchdog.
 */
export class GroupWatchdog {
  private process: ChildProcess | undefined;
  private readonly timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly child: ChildProcess,
    { name, after }: Watched,
  ) {
    if (process.platform !== 'win32')
      this.timer = setTimeout(() => {
        this.watch(name);
      }, after);
  }

  /** To be called when the child has ended, because its process id may be reused. */
  clear(): void {
    clearTimeout(this.timer);
    this.process?.kill('SIGKILL');
  }

  private watch(name: string): void {
    const { pid } = this.child;
    if (pid === undefined) return;
    this.process = spawn('/bin/sh', ['-c', SCRIPT, name, String(pid)], {
      detached: true,
      env: {},
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    // if the watchdog cannot be started, the child runs without one
    this.process.on('error', () => undefined);
    this.process.stdin?.on('error', () => undefined);
  }
}
