import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { hasEnded, isOfThisMachine, type ProcessIdentity } from './process-identity.js';

/** A lock as it is found. */
export interface FoundLock {
  /** `undefined` where the lock does not say. */
  readonly holder: ProcessIdentity | undefined;
  /** Not the file that its holder created: it came with a clone, or with a copy of the folder. */
  readonly isCopy: boolean;
}

const NO_LOCK: FoundLock = { holder: undefined, isCopy: true };

/** Makes the file, which must not be there yet. */
export async function writeLock(path: string, identity: ProcessIdentity): Promise<void> {
  const file = await open(path, 'wx');
  try {
    const { ino } = await file.stat({ bigint: true });
    await file.writeFile(JSON.stringify({ ...identity, inode: String(ino) }));
  } finally {
    await file.close();
  }
}

/** A link, a pipe or a device is no lock of svc: it can only have come with a repository. */
export async function readLock(path: string): Promise<FoundLock> {
  const file = await open(
    path,
    constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW,
  ).catch(unlessLink);
  if (file === undefined) return NO_LOCK;
  try {
    const info = await file.stat({ bigint: true });
    if (!info.isFile()) return NO_LOCK;
    const { inode, ...fields } = fieldsOf(await file.readFile('utf8'));
    return { holder: holderOf(fields), isCopy: inode !== String(info.ino) };
  } finally {
    await file.close();
  }
}

function unlessLink(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ELOOP') throw error;
}

/** A lock of svc is complete as soon as it exists: a text that is not JSON was written by something else. */
function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text)) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}

function holderOf({
  pid,
  host,
  started,
}: Readonly<Record<string, unknown>>): ProcessIdentity | undefined {
  return typeof pid === 'number' && typeof host === 'string' && typeof started === 'string'
    ? { pid, host, started }
    : undefined;
}

/** Whether nobody holds it any more. Whether a process of another machine still runs cannot be checked. */
export async function isDead({ holder, isCopy }: FoundLock): Promise<boolean> {
  return holder !== undefined && isOfThisMachine(holder) ? hasEnded(holder) : isCopy;
}
