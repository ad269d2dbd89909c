import { chmod, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { lock } from 'proper-lockfile';
import writeFileAtomic from 'write-file-atomic';
import { settingsUnreadable } from '../contract/errors.js';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

/** The object in a JSON file; `undefined` when there is no file. Throws `settings_unreadable` for anything but an object. */
export async function readJsonObject(file: string): Promise<Record<string, unknown> | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw settingsUnreadable({ file, why: `the system says ${String(codeOf(error))}` }, { cause: error });
  }
  const value = parse(text, file);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw settingsUnreadable({ file, why: 'it is no JSON object' });
  return value as Record<string, unknown>;
}

/** The parser's own message would quote the file, which holds secrets. */
function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw settingsUnreadable({ file, why: 'it is no valid JSON' });
  }
}

/** Writes a file that only its owner may read, whole or not at all; the folder is made private too. */
export async function writePrivateJson(file: string, value: object): Promise<void> {
  await writeFileAtomic(file, `${JSON.stringify(value, null, 2)}\n`, { mode: FILE_MODE });
}

/** Runs a read-change-write while no other process does: two sign-ins at once both stay. */
export async function whileLocked<T>(file: string, work: () => Promise<T>): Promise<T> {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  await chmod(folder, FOLDER_MODE);
  const release = await lock(file, { realpath: false, retries: { retries: 20, minTimeout: 20, maxTimeout: 250 } });
  try {
    return await work();
  } finally {
    await release();
  }
}
