import { writeSync } from 'node:fs';

/** Milliseconds until a reader that was not ready is tried again. */
const PAUSE = 5;

/** Writes the whole text before the process ends; a reader that has gone is no reason to fail. */
export async function writeAll(descriptor: 1 | 2, text: string): Promise<void> {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE') return;
      if (code !== 'EAGAIN') throw error;
      await new Promise((resume) => setTimeout(resume, PAUSE));
    }
  }
}
