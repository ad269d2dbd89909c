import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from './file-errors.js';

/** The steps by which a content becomes durable; each has happened on the disk, not only in memory, when it is answered. */
export interface DurableFiles {
  /** Size of a file, or `undefined` when there is none. */
  size(file: string): Promise<number | undefined>;
  /** Calls `written` when the content is in the file but not yet sure to be on the disk. */
  write(file: string, content: Uint8Array, written?: () => void): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Makes it as young as one that has just been written. */
  touch(file: string): Promise<void>;
  /** Makes the names in a folder durable. */
  syncFolder(folder: string): Promise<void>;
  /** With the folders above it; nothing happens when it is there. */
  makeFolder(folder: string): Promise<void>;
  names(folder: string): Promise<readonly string[]>;
  remove(file: string): Promise<void>;
  removeOlderThan(folder: string, before: Date): Promise<void>;
}

export const localFiles: DurableFiles = {
  async size(file) {
    try {
      return (await stat(file)).size;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  },
  async write(file, content, written) {
    const handle = await open(file, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      written?.();
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  rename,
  async touch(file) {
    const now = new Date();
    await utimes(file, now, now);
  },
  async syncFolder(folder) {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
  async makeFolder(folder) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  },
  names: (folder) => readdir(folder),
  remove: (file) => rm(file, { force: true }),
  async removeOlderThan(folder, before) {
    for (const name of await readdir(folder)) {
      const file = join(folder, name);
      if ((await stat(file)).mtime < before) await rm(file, { force: true });
    }
  },
};
