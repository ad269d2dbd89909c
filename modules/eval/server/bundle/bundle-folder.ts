import { posix } from 'node:path';
import type { LooseFile } from '../../../registry/contract/plugin-format.js';
import type { Found, ScenarioFolder, Unusable } from '../../scenario/scenario-folder.js';

/** Files by their paths below the folder that they are in. */
export type FilesByPath = ReadonlyMap<string, LooseFile>;

/**
 * A scenario's folder in a bundle. Only files are there: an archive has no links, and its paths were checked. What directory fixtures name may lie anywhere in
 * the author's repository; it was sent apart, and is found here under the path that the scenario names.
 */
export class BundleFolder implements ScenarioFolder {
  readonly #folders: ReadonlySet<string>;

  constructor(
    private readonly files: FilesByPath,
    fixturePaths: Iterable<string>,
  ) {
    this.#folders = new Set(['.', ...foldersOf(files.keys()), ...fixturePaths]);
  }

  find(path: string): Found {
    const at = normal(path);
    const file = this.files.get(at);
    if (file !== undefined) return { kind: 'file', bytes: file.content.byteLength };
    if (this.#folders.has(at)) return { kind: 'folder' };
    return { kind: at.startsWith('..') ? 'outside' : 'missing' };
  }

  read(path: string, most: number): Uint8Array {
    return this.files.get(normal(path))?.content.subarray(0, most) ?? new Uint8Array();
  }

  unusable(): { readonly entries: readonly Unusable[]; readonly complete: boolean } {
    return { entries: [], complete: true };
  }
}

/** A path without `./` and without a slash at its end. */
export const normal = (path: string): string => posix.normalize(path).replace(/(?<=.)\/$/, '');

function* foldersOf(paths: Iterable<string>): Iterable<string> {
  for (const path of paths)
    for (let at = posix.dirname(path); at !== '.'; at = posix.dirname(at)) yield at;
}
