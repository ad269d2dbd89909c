import { posix } from 'node:path';
import type { Found, ScenarioFolder, Unusable } from '../scenario/scenario-folder.js';

/** A scenario's folder in memory. */
export type Files = Readonly<Record<string, string>>;

/** Stand for what is no file: contents of these texts. */
export const PIPE = '\0pipe';
export const OUTSIDE = '\0outside';

/** A folder whose files are given by their paths; what leads above `..` is outside. */
export function memoryFolder(files: Files): ScenarioFolder {
  const all = new Map(Object.entries(files).map(([path, text]) => [posix.normalize(path), text]));
  const find = (written: string): Found => {
    const path = posix.normalize(written).replace(/(?<=.)\/$/, '');
    if (path.startsWith('../..') || posix.isAbsolute(path)) return { kind: 'outside' };
    const text = all.get(path);
    if (text === PIPE) return { kind: 'other' };
    if (text === OUTSIDE) return { kind: 'outside' };
    if (text !== undefined) return { kind: 'file', bytes: Buffer.byteLength(text) };
    const isFolder = path === '.' || [...all.keys()].some((key) => key.startsWith(`${path}/`));
    return { kind: isFolder ? 'folder' : 'missing' };
  };
  return {
    find,
    read: (path, most) => Buffer.from(all.get(posix.normalize(path)) ?? '').subarray(0, most),
    unusable: (path, takes = () => true) => {
      const prefix = path === '.' ? '' : `${posix.normalize(path)}/`;
      const entries = [...all.keys()]
        .filter((key) => key.startsWith(prefix) && takes(key.slice(prefix.length)))
        .map((key): Unusable => ({ path: key, found: find(key) }))
        .filter(({ found }) => found.kind !== 'file');
      return { entries, complete: true };
    },
  };
}
