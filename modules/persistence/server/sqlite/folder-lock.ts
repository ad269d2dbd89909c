import { readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { atPath } from '../../../../toolbox/file-errors.js';
import { dataFolderInUse, databaseBusy } from '../../contract/errors.js';
import type { SqliteFiles } from './sqlite-files.js';

/** Names the process that holds the lock; for messages only. */
const ownerFile = (folder: string): string => join(folder, 'server.pid');

/**
 * Keeps a second process out of the data folder; returns the function that releases it. The lock is the operating
 * system's lock on `server.lock`, held through an exclusive SQLite transaction. It ends with its process, even after a
 * crash. So there are no stale locks to detect by process ids, which are reused and mean nothing across containers.
 */
export async function lockFolder(folder: string, files: SqliteFiles): Promise<() => Promise<void>> {
  const holder = await files.openBare(join(folder, 'server.lock'));
  try {
    await holder.query('BEGIN EXCLUSIVE');
  } catch (error) {
    await holder.destroy();
    throw databaseBusy.is(error)
      ? dataFolderInUse({ folder, owner: await ownerOf(folder) }, { cause: error })
      : error;
  }
  const file = ownerFile(folder);
  await atPath(
    file,
    writeFileAtomic(file, `${JSON.stringify({ pid: process.pid, host: hostname() })}\n`, {
      mode: 0o600,
    }),
  );
  return async () => {
    await rm(file, { force: true });
    await holder.destroy();
  };
}

async function ownerOf(folder: string): Promise<string> {
  try {
    const { pid, host } = JSON.parse(await readFile(ownerFile(folder), 'utf8')) as {
      pid: number;
      host: string;
    };
    return `process ${pid} on ${host}`;
  } catch {
    // the owner has not written the file yet, or the file was removed
    return 'another process';
  }
}
