import { readdir, readFile } from 'node:fs/promises';
import { until } from '../../until.js';

/** The processes of this machine that have a text in their environment. Linux only. */
export async function processesWith(text: string): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = pids.map(async (pid): Promise<number[]> => {
    // it may end meanwhile; those of others may not be read
    const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
    return environment.includes(text) ? [Number(pid)] : [];
  });
  return (await Promise.all(found)).flat();
}

/** Waits until there is none, or some; answers them. */
export function untilProcesses(
  text: string,
  holds: (pids: readonly number[]) => boolean,
): Promise<readonly number[]> {
  return until(async () => {
    const pids = await processesWith(text);
    return holds(pids) && pids;
  });
}
