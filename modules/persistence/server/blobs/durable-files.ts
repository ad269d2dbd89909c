import * as fs from 'node:fs';
import { mkdir, opendir, readdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ifThere } from '../../../../toolbox/file-errors.js';

// each takes half the processor time of its namesake in node:fs/promises, and a publish calls them
// a hundred times
const open = promisify(fs.open);
const writeFile = promisify(fs.writeFile);
const read = promisify(fs.read);
const fsync = promisify(fs.fsync);
const close = promisify(fs.close);
const rename = promisify(fs.rename);
const stat = promisify(fs.stat);

export interface FileState {
  readonly size: number;
  /** Changes when the file is replaced, moved or touched. */
  readonly mark: string;
}

/** File operations of the blob store. `write` resolves when the content is on the disk; new and renamed names are durable only after `syncFolder`. */
export type DurableFiles = typeof localFiles;

export const localFiles = {
  /** `undefined` when there is no such file. */
  async state(file: string): Promise<FileState | undefined> {
    const found = await ifThere(stat(file));
    return found && { size: found.size, mark: `${found.ino} ${found.ctimeMs}` };
  },
  /** Reads a whole file of `size` bytes; of a longer file, one byte more, so that the caller notices. */
  async read(file: string, size: number): Promise<Uint8Array> {
    const opened = await open(file, 'r');
    try {
      const { buffer, bytesRead } = await read(
        opened,
        Buffer.allocUnsafe(size + 1),
        0,
        size + 1,
        0,
      );
      return buffer.subarray(0, bytesRead);
    } finally {
      await close(opened);
    }
  },
  /** Calls `written` after the content is written and before it is synced. */
  async write(file: string, content: Uint8Array, written?: () => void): Promise<void> {
    const opened = await open(file, 'wx', 0o600);
    try {
      await writeFile(opened, content);
      written?.();
      await fsync(opened);
    } finally {
      await close(opened);
    }
  },
  rename: (from: string, to: string): Promise<void> => rename(from, to),
  async touch(file: string): Promise<void> {
    const now = new Date();
    await utimes(file, now, now);
  },
  async syncFolder(folder: string): Promise<void> {
    const opened = await open(folder, 'r');
    try {
      await fsync(opened);
    } finally {
      await close(opened);
    }
  },
  async makeFolder(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  },
  names: (folder: string): Promise<readonly string[]> => readdir(folder),
  async isEmpty(folder: string): Promise<boolean> {
    const entries = await opendir(folder);
    try {
      return (await entries.read()) === null;
    } finally {
      await entries.close();
    }
  },
  remove: (file: string): Promise<void> => rm(file, { force: true }),
  async removeOlderThan(folder: string, before: Date): Promise<void> {
    for (const name of await readdir(folder)) {
      const file = join(folder, name);
      const found = await ifThere(stat(file));
      if (found !== undefined && found.mtime < before) await rm(file, { force: true });
    }
  },
};
