import { spawn, type ChildProcess } from 'node:child_process';

/** Milliseconds that a hook runs before it is watched over: most are done by then, and cost nothing more. */
const WATCH_AFTER = 1_000;

/** The name that lists of processes show. */
const NAME = 'svc-hook-watchdog';
/** Waits for a line that never comes: what ends the wait is that the runner's end of the pipe is gone. */
const SCRIPT = 'read -r _; kill -KILL "-$1"';

/**
 * Ends a hook with its whole group when the runner is killed by SIGKILL, which it cannot notice itself. A process of its own, in
 * a session of its own, which does nothing but wait. Windows has no groups to end, and no such process.
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

  /** To be called when the hook is gone: its number may soon be another's. */
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
    // where none can be started the hook goes on without
    this.process.on('error', () => undefined);
    this.process.stdin?.on('error', () => undefined);
  }
}
