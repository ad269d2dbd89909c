import { writeSync } from 'node:fs';

/** Milliseconds until writing is retried when the reader was not ready. */
const PAUSE = 5;

/** Writes the whole text before the process ends. A reader that is gone or a full disk is not a failure: the exit code carries the decision. */
export async function writeAll(descriptor: 1 | 2, text: string): Promise<void> {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EAGAIN') return;
      await new Promise((resume) => setTimeout(resume, PAUSE));
    }
  }
}
