import { closeSync, fchmodSync, fsync, openSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';

const sync = promisify(fsync);

export interface SyncedText {
  readonly text: string;
  readonly mode: number;
}

/**
 * Writes a text and waits until the disk has it. Only the waiting is left to others: whoever begins several of these one after the
 * other has the disk take all of them at once.
 */
export async function writeSynced(place: string, { text, mode }: SyncedText, flag: 'w' | 'wx'): Promise<void> {
  const file = openSync(place, flag, mode);
  try {
    writeFileSync(file, text);
    fchmodSync(file, mode);
    await sync(file);
  } finally {
    closeSync(file);
  }
}
