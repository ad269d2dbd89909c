import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { codeOf } from '../../../../toolbox/file-errors.js';

/** Names a process so that another one with the same number is not taken for it. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  /** When the process began, in the system's own unit; empty where the system does not tell. */
  readonly started: string;
}

export async function ownIdentity(): Promise<ProcessIdentity> {
  return { pid: process.pid, host: hostname(), started: await startOf(process.pid) };
}

export function isOfThisMachine({ host }: ProcessIdentity): boolean {
  return host === hostname();
}

/** Whether a process of this machine has ended: true only when that is certain. */
export async function hasEnded({ pid, started }: ProcessIdentity): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it is there and belongs to somebody else
    if (codeOf(error) === 'ESRCH') return true;
  }
  const now = await startOf(pid);
  return now !== '' && started !== '' && now !== started;
}

async function startOf(pid: number): Promise<string> {
  if (process.platform !== 'linux') return '';
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // the program's name stands in parentheses and may hold spaces; the start time is the 20th field after it
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return ''; // no /proc here, or the process has just ended
  }
}
