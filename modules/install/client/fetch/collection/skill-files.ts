import { posix } from 'node:path';
import type { LeftOut } from '../../../../registry/contract/plugin-format.js';
import { staysBehind } from './left-out-of-skills.js';
import { joinPath, pathBelow, type NamedFolder } from './source-tree.js';

/** Which files of a source belong to which of its skills. */
export class SkillFiles {
  private readonly files: ReadonlyMap<string, string[]>;

  /** Paths of folders are relative to the location's root. */
  constructor(
    private readonly location: NamedFolder,
    folders: readonly string[],
  ) {
    this.files = new Map(folders.map((folder) => [folder, []]));
    if (folders.length > 0) this.sort();
  }

  /** Everything in a skill's folder that is copied: paths in the tree. */
  of(folder: string): readonly string[] {
    const root = joinPath(this.location.root, folder);
    return (this.files.get(folder) ?? []).filter(
      (path) => staysBehind(pathBelow(root, path) ?? path) === false,
    );
  }

  /** The same, by path within the skill. */
  within(folder: string): ReadonlyMap<string, string> {
    const root = joinPath(this.location.root, folder);
    return new Map(this.of(folder).map((path) => [pathBelow(root, path) ?? path, path] as const));
  }

  /** What stays behind by rule, relative to the skill's folder. */
  leftOut(folder: string): readonly LeftOut[] {
    const root = joinPath(this.location.root, folder);
    const parts = new Map<string, LeftOut>();
    for (const path of this.files.get(folder) ?? []) {
      const part = staysBehind(pathBelow(root, path) ?? path);
      if (part !== false && part !== undefined) parts.set(part.what, part);
    }
    return [...parts.values()];
  }

  /** A file belongs to the innermost folder around it that has a skill. */
  private sort(): void {
    for (const path of this.location.tree.entries.keys()) {
      const inner = pathBelow(this.location.root, path);
      if (inner === undefined) continue;
      let folder = posix.dirname(inner);
      while (folder !== '.' && !this.files.has(folder)) folder = posix.dirname(folder);
      this.files.get(folder === '.' ? '' : folder)?.push(path);
    }
  }
}
