import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { parsedJson } from '../../../../toolbox/parsed-json.js';
import { fieldsOf, type Fields } from '../../../../toolbox/type-guards.js';
import { hasEnded, isOfThisMachine, type ProcessIdentity } from './process-identity.js';

/** A lock that was found on disk. */
export interface FoundLock {
  /** `undefined` if the lock names none. */
  readonly holder: ProcessIdentity | undefined;
  /** True if it is not the file that its holder created, but came with a clone or a copy of the folder. */
  readonly isCopy: boolean;
}

const NO_LOCK: FoundLock = { holder: undefined, isCopy: true };

/** Creates the file, which must not exist yet. */
export async function writeLock(path: string, identity: ProcessIdentity): Promise<void> {
  const file = await open(path, 'wx');
  try {
    const { ino } = await file.stat({ bigint: true });
    await file.writeFile(JSON.stringify({ ...identity, inode: String(ino) }));
  } finally {
    await file.close();
  }
}

/** A link, pipe or device is not a lock of svc and can only come from a repository. */
export async function readLock(path: string): Promise<FoundLock> {
  const file = await open(
    path,
    constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW,
  ).catch(unlessLink);
  if (file === undefined) return NO_LOCK;
  try {
    const info = await file.stat({ bigint: true });
    if (!info.isFile()) return NO_LOCK;
    // svc creates locks atomically, so text that is not JSON was written by another program
    const { inode, ...fields } = fieldsOf(parsedJson(await file.readFile('utf8')));
    return { holder: holderOf(fields), isCopy: inode !== String(info.ino) };
  } finally {
    await file.close();
  }
}

function unlessLink(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ELOOP') throw error;
}

function holderOf({ pid, host, started }: Fields): ProcessIdentity | undefined {
  return typeof pid === 'number' && typeof host === 'string' && typeof started === 'string'
    ? { pid, host, started }
    : undefined;
}

/** Whether the holder has ended. Processes of other machines cannot be checked and count as running. */
export async function isDead({ holder, isCopy }: FoundLock): Promise<boolean> {
  return holder !== undefined && isOfThisMachine(holder) ? hasEnded(holder) : isCopy;
}
