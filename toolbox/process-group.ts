import type { ChildProcess } from 'node:child_process';
import { codeOf } from './file-errors.js';

/** Sends a signal to a process that was started `detached`, and to its child processes. Does nothing when they have ended. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  const { pid } = child;
  if (pid === undefined) return;
  try {
    // Windows has no process groups
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-pid, signal);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}
