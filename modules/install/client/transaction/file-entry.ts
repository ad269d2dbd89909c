import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readlinkSync, statSync, type Stats } from 'node:fs';

/** The state of a path, for noticing changes by other programs: a file's hash, a link's target, otherwise only the kind. */
export function entryHash(target: string): string {
  const info = entryAt(target);
  if (info === undefined) return 'nothing';
  if (info.isSymbolicLink()) return `link:${readlinkSync(target)}`;
  if (info.isDirectory()) return 'folder';
  if (!info.isFile()) return 'other';
  return `file:${createHash('sha256').update(readFileSync(target)).digest('hex')}`;
}

/** Whether the path exists, including a dangling link. */
export function isThere(target: string): boolean {
  return entryAt(target) !== undefined;
}

/** The entry itself without following a link; `undefined` if there is none. */
export function entryAt(target: string): Stats | undefined {
  return unlessFileAbove(() => lstatSync(target, { throwIfNoEntry: false }));
}

/** The entry after following a link; `undefined` if there is none. */
export function followedAt(target: string): Stats | undefined {
  return unlessFileAbove(() => statSync(target, { throwIfNoEntry: false }));
}

/** Treats a path below a file as missing. */
function unlessFileAbove(look: () => Stats | undefined): Stats | undefined {
  try {
    return look();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}
