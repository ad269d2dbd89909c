import { closeSync, fchmodSync, fsync, openSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';

const sync = promisify(fsync);

interface SyncedText {
  readonly text: string;
  readonly mode: number;
}

/**
 * Writes a text where nothing is yet, never through a link, and waits until the disk has it. Only the waiting is asynchronous: a caller that
 * begins several writes before it waits for any has the disk sync all of them together.
 */
export async function writeSynced(location: string, { text, mode }: SyncedText): Promise<void> {
  const file = openSync(location, 'wx', mode);
  try {
    writeFileSync(file, text);
    fchmodSync(file, mode);
    await sync(file);
  } finally {
    closeSync(file);
  }
}
