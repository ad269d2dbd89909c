import { symlinkSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { HostInfo } from 'svc-registry/kernel';
import { parsedJson } from '../../../../toolbox/parsed-json.js';
import { fieldsOf } from '../../../../toolbox/type-guards.js';
import { integrityOnDisk } from '../project/integrity.js';
import { PLUGIN_MARKER } from '../project/paths.js';
import { readableText } from '../project/project-file.js';

export interface FolderLink {
  /** The link's final path. Absolute. */
  readonly from: string;
  /** The link's target. Absolute. */
  readonly folder: string;
  /** The same, as a path of the scope. */
  readonly of: string;
  /** The current location of that folder's content while the link is made. Absolute. */
  readonly source: () => string;
}

/** Error codes of systems that cannot make links or may not: FAT, network shares. */
const IMPOSSIBLE: ReadonlySet<unknown> = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EINVAL',
  'UNKNOWN',
]);

/** Makes the link at `location`, or copies the folder. On Windows makes a junction, which needs no privilege and is absolute. */
export function placeLink(
  location: string,
  { from, folder, of, source }: FolderLink,
  fault: NonNullable<HostInfo['fault']>,
): Promise<void> | undefined {
  const target = process.platform === 'win32' ? folder : relative(dirname(from), folder);
  try {
    fault('install.link');
    symlinkSync(target, location, 'junction');
    return undefined;
  } catch (error) {
    if (!IMPOSSIBLE.has((error as NodeJS.ErrnoException).code)) throw error;
    return copyFolder({ source: source(), of, at: location });
  }
}

/** A copied folder in place of a link. */
interface FolderCopy {
  /** Path of the original, relative to the area. */
  readonly of: string;
  /** Integrity of the copied files. */
  readonly integrity: string;
}

/** Copies a folder and adds a record, which tells the copy from a person's own folder and from a modified copy. */
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

/** The record of a folder's copy; `undefined` if it is not a copy or was changed since. */
export async function readCopy(folder: string): Promise<FolderCopy | undefined> {
  const text = readableText(join(folder, PLUGIN_MARKER));
  const { copyOf, integrity } = fieldsOf(parsedJson(text));
  if (typeof copyOf !== 'string' || typeof integrity !== 'string') return undefined;
  return integrity === (await integrityOnDisk(folder)) ? { of: copyOf, integrity } : undefined;
}
