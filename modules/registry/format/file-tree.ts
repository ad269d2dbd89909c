import { posix } from 'node:path';
import { by } from '../../../toolbox/by.js';
import type { LooseFile } from '../contract/plugin-format.js';

/** Files by path, and the folders they imply. */
export class FileTree {
  private readonly files = new Map<string, LooseFile>();
  private readonly folders = new Set<string>(['.']);

  constructor(files: Iterable<LooseFile>) {
    for (const file of [...files].sort(by(({ path }) => path))) {
      this.files.set(file.path, file);
      for (
        let folder = posix.dirname(file.path);
        !this.folders.has(folder);
        folder = posix.dirname(folder)
      )
        this.folders.add(folder);
    }
  }

  get(path: string): LooseFile | undefined {
    return this.files.get(path);
  }

  has(path: string): boolean {
    return this.files.has(path);
  }

  hasFolder(path: string): boolean {
    return this.folders.has(path);
  }

  all(): readonly LooseFile[] {
    return [...this.files.values()];
  }

  paths(): readonly string[] {
    return [...this.files.keys()];
  }

  /** Names of the folders directly below a folder, sorted. */
  foldersIn(folder: string): readonly string[] {
    return [...this.folders]
      .filter((path) => path !== '.' && posix.dirname(path) === folder)
      .sort();
  }

  /** Paths of the files below a folder, at any depth. */
  below(folder: string): readonly string[] {
    return folder === '.'
      ? this.paths()
      : this.paths().filter((path) => path.startsWith(`${folder}/`));
  }
}
