import { closeSync, fchmodSync, fsync, openSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';

const sync = promisify(fsync);

interface SyncedText {
  readonly text: string;
  readonly mode: number;
}

/**
 * Writes a text to a free path, never through a link, and syncs it to disk. Only the sync is asynchronous: a caller that
 * starts several writes before awaiting any lets the disk sync them together.
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
