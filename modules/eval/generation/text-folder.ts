import type { Found, ScenarioFolder } from '../scenario/scenario-folder.js';

/** A scenario's folder of a few texts, without folders in it. */
export function textFolder(files: ReadonlyMap<string, string>): ScenarioFolder {
  const find = (path: string): Found => {
    const text = files.get(path);
    if (text !== undefined) return { kind: 'file', bytes: Buffer.byteLength(text) };
    return { kind: path === '.' ? 'folder' : 'missing' };
  };
  return {
    find,
    read: (path, most) => Buffer.from(files.get(path) ?? '').subarray(0, most),
    unusable: () => ({ entries: [], complete: true }),
  };
}
