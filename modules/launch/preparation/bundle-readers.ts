import { realpath } from 'node:fs/promises';
import { join, posix, relative, sep, isAbsolute } from 'node:path';
import { codeOf, isNowhere } from '../../../toolbox/file-errors.js';
import { readRegularFile } from './regular-file.js';
import { MOST_SCHEMA_BYTES, type SchemaSources } from './resolve-schemas.js';

type ReadLocal = SchemaSources['readLocal'];

/** A file of a skill's folder, or a symbolic link in it. Paths are relative to the folder, with `/`. */
export type BundleEntry =
  | { readonly path: string; readonly content: Uint8Array }
  | { readonly path: string; readonly link: string };

const ABSENT = 'there is no such file in the skill';
const LEAVES = "it is a link out of the skill's folder";
const MOST_LINKS = 8;

/** Reads files of a list, following links within it. */
export function listReader(entries: Iterable<BundleEntry>): ReadLocal {
  const byPath = new Map([...entries].map((entry) => [posix.normalize(entry.path), entry]));
  return (path) => Promise.resolve(readFrom(byPath, path));
}

function readFrom(
  entries: ReadonlyMap<string, BundleEntry>,
  requested: string,
): Uint8Array | string {
  let path = posix.normalize(requested);
  for (let links = 0; links <= MOST_LINKS; links += 1) {
    const linked = firstLink(entries, path);
    if (linked === undefined) {
      const entry = entries.get(path);
      return entry !== undefined && 'content' in entry ? entry.content : ABSENT;
    }
    if (linked.startsWith('/') || linked === '..' || linked.startsWith('../')) return LEAVES;
    path = linked;
  }
  return 'it leads through too many links';
}

/** The path with its first link replaced by what that names; `undefined` without one. */
function firstLink(entries: ReadonlyMap<string, BundleEntry>, path: string): string | undefined {
  const parts = path.split('/');
  for (let end = 1; end <= parts.length; end += 1) {
    const entry = entries.get(parts.slice(0, end).join('/'));
    if (entry === undefined || !('link' in entry)) continue;
    if (entry.link.startsWith('/')) return entry.link;
    const target = posix.join(posix.dirname(entry.path), entry.link);
    return posix.join(target, ...parts.slice(end));
  }
  return undefined;
}

/** Reads files of a folder on disk, through links only where they stay in it. */
export function diskReader(folder: string): ReadLocal {
  return async (path) => {
    try {
      const root = await realpath(folder);
      const file = await realpath(join(root, path));
      const way = relative(root, file);
      if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) return LEAVES;
      const content = await readRegularFile(file, MOST_SCHEMA_BYTES);
      if (content === 'too large') return `it has more than ${MOST_SCHEMA_BYTES} bytes`;
      return content ?? 'it is no file';
    } catch (error) {
      if (isNowhere(error)) return ABSENT;
      if (codeOf(error) === 'ELOOP') return 'it leads through too many links';
      throw error;
    }
  };
}
