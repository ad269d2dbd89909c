import { lstatSync, readFileSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { isNowhere } from '../../../../toolbox/file-errors.js';
import { fixUnsafePath } from '../../contract/fix-errors.js';
import { sha256Of } from './plan.js';

/** The absolute path of a file of a skill. Throws `fix_unsafe_path` for paths that lead out of the folder or through a link. */
export function insideOf(folder: string, path: string): string {
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..' || /[\\\0]/.test(part)))
    throw fixUnsafePath({ path, why: 'the path leads out of the folder' });
  let at = folder;
  for (const part of parts) {
    at = join(at, part);
    if (entryAt(at)?.isSymbolicLink() === true)
      throw fixUnsafePath({ path, why: `${at} is a link` });
  }
  return at;
}

/** Hash of a file; `undefined` if there is none. Throws `fix_unsafe_path` for anything that is no plain file. */
export function hashAt(folder: string, path: string): string | undefined {
  const target = insideOf(folder, path);
  const entry = entryAt(target);
  if (entry === undefined) return undefined;
  if (!entry.isFile()) throw fixUnsafePath({ path, why: 'it is no file' });
  return sha256Of(readFileSync(target));
}

/** The entry itself, without following a link. */
export function entryAt(target: string): Stats | undefined {
  try {
    return lstatSync(target, { throwIfNoEntry: false });
  } catch (error) {
    if (isNowhere(error)) return undefined;
    throw error;
  }
}
