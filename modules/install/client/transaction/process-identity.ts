import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { codeOf } from '../../../../toolbox/file-errors.js';

/** Identifies a process, so that a later one with the same id is not mistaken for it. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** The start time of the process, in the system's own unit; empty if the system does not report it. */
  readonly started: string;
}

export async function ownIdentity(): Promise<ProcessIdentity> {
  return { pid: process.pid, host: hostname(), started: await startOf(process.pid) };
}

export function isOfThisMachine({ host }: ProcessIdentity): boolean {
  return host === hostname();
}

/** Whether a process of this machine has certainly ended. */
export async function hasEnded({ pid, started }: ProcessIdentity): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process runs and belongs to another user
    if (codeOf(error) === 'ESRCH') return true;
  }
  const now = await startOf(pid);
  return now !== '' && started !== '' && now !== started;
}

async function startOf(pid: number): Promise<string> {
  if (process.platform !== 'linux') return '';
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // the name is in parentheses and may contain spaces; the start time is the 20th field after it
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return ''; // no /proc here, or the process has just ended
  }
}
