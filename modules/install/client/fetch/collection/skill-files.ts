import { posix } from 'node:path';
import type { LeftOut } from '../../../../registry/contract/plugin-format.js';
import { staysBehind } from './left-out-of-skills.js';
import { joinPath, pathBelow, type NamedFolder } from './source-tree.js';

interface SortedFiles {
  /** Paths in the tree of what is copied. */
  readonly copied: string[];
  /** What stays behind by rule, relative to the skill's folder. */
  readonly leftOut: Map<string, LeftOut>;
}

/** Which files of a source belong to which of its skills. */
export class SkillFiles {
  private readonly files: ReadonlyMap<string, SortedFiles>;

  /** Paths of folders are relative to the location's root. */
  constructor(
    private readonly location: NamedFolder,
    folders: readonly string[],
  ) {
    this.files = new Map(
      folders.map((folder) => [folder, { copied: [], leftOut: new Map<string, LeftOut>() }]),
    );
    if (folders.length > 0) this.sort();
  }

  /** Everything in a skill's folder that is copied: paths in the tree. */
  of(folder: string): readonly string[] {
    return this.files.get(folder)?.copied ?? [];
  }

  /** The same, by path within the skill. */
  within(folder: string): ReadonlyMap<string, string> {
    const root = joinPath(this.location.root, folder);
    return new Map(this.of(folder).map((path) => [pathBelow(root, path) ?? path, path] as const));
  }

  /** What stays behind by rule, relative to the skill's folder. */
  leftOut(folder: string): readonly LeftOut[] {
    return [...(this.files.get(folder)?.leftOut.values() ?? [])];
  }

  /** A file belongs to every skill around it: the text of the outer one may lead to those in it. */
  private sort(): void {
    for (const path of this.location.tree.entries.keys()) {
      const inner = pathBelow(this.location.root, path);
      if (inner === undefined) continue;
      for (let folder = posix.dirname(inner); folder !== '.'; folder = posix.dirname(folder))
        this.add(folder, { path, inner });
      this.add('', { path, inner });
    }
  }

  private add(folder: string, { path, inner }: { path: string; inner: string }): void {
    const files = this.files.get(folder);
    if (files === undefined) return;
    const part = staysBehind(pathBelow(folder, inner) ?? inner);
    if (part === false) files.copied.push(path);
    else if (part !== undefined) files.leftOut.set(part.what, part);
  }
}
