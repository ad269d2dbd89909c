import { chmod, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { lock } from 'proper-lockfile';
import writeFileAtomic from 'write-file-atomic';
import { fileSystemReason } from '../../../toolbox/file-reasons.js';
import { settingsUnwritable } from '../contract/errors.js';

/*
 * Separate from reading and imported on first use: every command reads settings but few write them, and loading the two
 * libraries adds milliseconds to the start.
 */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

function reasonOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return code === 'ELOCKED' ? 'another svc command is using it' : fileSystemReason(error);
}

const unwritable =
  (file: string) =>
  (error: unknown): never => {
    throw settingsUnwritable({ file, why: reasonOf(error) }, { cause: error });
  };

/** Writes a file atomically, readable by its owner only; the folder is made private too. */
export async function writePrivateJson(file: string, value: object): Promise<void> {
  await writeFileAtomic(file, `${JSON.stringify(value, null, 2)}\n`, { mode: FILE_MODE }).catch(
    unwritable(file),
  );
}

async function prepare(file: string): Promise<() => Promise<void>> {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  await chmod(folder, FOLDER_MODE);
  return lock(file, { realpath: false, retries: { retries: 20, minTimeout: 20, maxTimeout: 250 } });
}

/** Runs a read-modify-write under a lock between processes; otherwise one of two simultaneous sign-ins would be lost. */
export async function whileLocked<T>(file: string, work: () => Promise<T>): Promise<T> {
  const release = await prepare(file).catch(unwritable(file));
  try {
    return await work();
  } finally {
    await release();
  }
}
