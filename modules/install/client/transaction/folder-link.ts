import { symlinkSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { integrityOnDisk } from '../project/integrity.js';
import { PLUGIN_MARKER } from '../project/paths.js';
import { readableText } from '../project/project-file.js';

/** As `symlink` of Node.js. */
export type MakeLink = (target: string, path: string, type: 'junction') => void;

export interface FolderLink {
  /** Where the link will stand in the end. Absolute. */
  readonly from: string;
  /** What it points at. Absolute. */
  readonly folder: string;
  /** The same, as a path of the scope. */
  readonly of: string;
  /** Where the content of that folder is while the link is made. Absolute. */
  readonly source: () => string;
  /** Makes links, where not the system does. */
  readonly make: MakeLink | undefined;
}

/** What systems say that have no links, or no right to make them: FAT, shares of a network. */
const IMPOSSIBLE: ReadonlySet<unknown> = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EINVAL',
  'UNKNOWN',
]);

/** Makes the link at `place`; a copy of the folder where that is not possible. On Windows a junction, which needs no right and is absolute. */
export function placeLink(
  location: string,
  { from, folder, of, source, make = symlinkSync }: FolderLink,
): Promise<void> | undefined {
  const target = process.platform === 'win32' ? folder : relative(dirname(from), folder);
  try {
    make(target, location, 'junction');
    return undefined;
  } catch (error) {
    if (!IMPOSSIBLE.has((error as NodeJS.ErrnoException).code)) throw error;
    return copyFolder({ source: source(), of, at: location });
  }
}

/** A folder that stands where a link cannot. */
interface FolderCopy {
  /** What it was copied from, relative to the area. */
  readonly of: string;
  /** Of the files that were copied. */
  readonly integrity: string;
}

/** Copies a folder and notes inside what it is: so the copy differs from a person's own folder, and from a copy that somebody changed. */
async function copyFolder({
  source,
  of,
  at,
}: {
  source: string;
  of: string;
  at: string;
}): Promise<void> {
  await cp(source, at, { recursive: true });
  const copy = { copyOf: of, integrity: await integrityOnDisk(at) };
  await writeFile(join(at, PLUGIN_MARKER), `${JSON.stringify(copy, null, 2)}\n`);
}

/** What a folder is a copy of; `undefined` when it is not a copy, or was changed since. */
export async function readCopy(folder: string): Promise<FolderCopy | undefined> {
  const copy = parseCopy(readableText(join(folder, PLUGIN_MARKER)));
  return copy !== undefined && (await integrityOnDisk(folder)) === copy.integrity
    ? copy
    : undefined;
}

function parseCopy(text: string): FolderCopy | undefined {
  try {
    const { copyOf, integrity } = JSON.parse(text) as { copyOf?: unknown; integrity?: unknown };
    return typeof copyOf === 'string' && typeof integrity === 'string'
      ? { of: copyOf, integrity }
      : undefined;
  } catch {
    return undefined;
  }
}
