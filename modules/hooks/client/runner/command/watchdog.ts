import { spawn, type ChildProcess } from 'node:child_process';

/** Milliseconds until a hook gets a watchdog: most hooks end before that, and need none. */
const WATCH_AFTER = 1_000;

/** The name in lists of processes. */
const NAME = 'svc-hook-watchdog';
/** Blocks reading a line that is never sent; the read ends when the runner's end of the pipe is closed. */
const SCRIPT = 'read -r _; kill -KILL "-$1"';

/**
 * Ends a hook and its process group when the runner is killed by SIGKILL, which the runner itself cannot handle. It is a waiting process in a
 * session of its own. Windows has no process groups, and therefore no watchdog.
 */
export class Watchdog {
  private process: ChildProcess | undefined;
  private readonly timer: NodeJS.Timeout | undefined;

  constructor(private readonly hook: ChildProcess) {
    if (process.platform !== 'win32')
      this.timer = setTimeout(() => {
        this.watch();
      }, WATCH_AFTER);
  }

  /** To be called when the hook has ended, because its process id may be reused. */
  clear(): void {
    clearTimeout(this.timer);
    this.process?.kill('SIGKILL');
  }

  private watch(): void {
    const { pid } = this.hook;
    if (pid === undefined) return;
    this.process = spawn('/bin/sh', ['-c', SCRIPT, NAME, String(pid)], {
      detached: true,
      env: {},
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    // if the watchdog cannot be started, the hook runs without one
    this.process.on('error', () => undefined);
    this.process.stdin?.on('error', () => undefined);
  }
}
