import { readdir, readFile } from 'node:fs/promises';

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
export async function untilProcesses(text: string, holds: (pids: readonly number[]) => boolean): Promise<readonly number[]> {
  for (let left = 400; ; left -= 1) {
    const pids = await processesWith(text);
    if (holds(pids)) return pids;
    if (left === 0) throw new Error(`These processes should have been other ones: ${pids.join(', ')}`);
    await new Promise((wake) => setTimeout(wake, 50));
  }
}
