import { chmod, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { lock } from 'proper-lockfile';
import writeFileAtomic from 'write-file-atomic';
import { fileSystemReason } from 'svc-registry/kernel';
import { settingsUnwritable } from '../contract/errors.js';

/*
 * Apart from the reading, and imported on first use: every command reads settings, few write them, and the two libraries
 * cost a start of the program milliseconds.
 */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

function reasonOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return code === 'ELOCKED' ? 'another svc command holds it' : fileSystemReason(error);
}

const unwritable =
  (file: string) =>
  (error: unknown): never => {
    throw settingsUnwritable({ file, why: reasonOf(error) }, { cause: error });
  };

/** Writes a file that only its owner may read, whole or not at all; the folder is made private too. */
export async function writePrivateJson(file: string, value: object): Promise<void> {
  await writeFileAtomic(file, `${JSON.stringify(value, null, 2)}\n`, { mode: FILE_MODE }).catch(
    unwritable(file),
  );
}

/** Makes the folder and takes the lock. */
async function prepare(file: string): Promise<() => Promise<void>> {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  await chmod(folder, FOLDER_MODE);
  return lock(file, { realpath: false, retries: { retries: 20, minTimeout: 20, maxTimeout: 250 } });
}

/** Runs a read-change-write while no other process does: two simultaneous sign-ins both stay. */
export async function whileLocked<T>(file: string, work: () => Promise<T>): Promise<T> {
  const release = await prepare(file).catch(unwritable(file));
  try {
    return await work();
  } finally {
    await release();
  }
}
