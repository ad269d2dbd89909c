import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readlinkSync, statSync, type Stats } from 'node:fs';

/** The state of a path, so that a change by another program is noticed: the hash of a file, the target of a link, else only the kind. */
export function entryHash(target: string): string {
  const info = entryAt(target);
  if (info === undefined) return 'nothing';
  if (info.isSymbolicLink()) return `link:${readlinkSync(target)}`;
  if (info.isDirectory()) return 'folder';
  if (!info.isFile()) return 'other';
  return `file:${createHash('sha256').update(readFileSync(target)).digest('hex')}`;
}

/** Whether there is anything, a link that leads nowhere included. */
export function isThere(target: string): boolean {
  return entryAt(target) !== undefined;
}

/** The thing itself, be it a link; `undefined` when there is none. */
export function entryAt(target: string): Stats | undefined {
  return unlessFileAbove(() => lstatSync(target, { throwIfNoEntry: false }));
}

/** What a link leads to, else the thing itself; `undefined` when there is none. */
export function followedAt(target: string): Stats | undefined {
  return unlessFileAbove(() => statSync(target, { throwIfNoEntry: false }));
}

/** Below a file there is nothing. */
function unlessFileAbove(look: () => Stats | undefined): Stats | undefined {
  try {
    return look();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}
