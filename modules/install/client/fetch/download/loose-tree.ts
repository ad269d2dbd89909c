import { hash } from 'node:crypto';
import type { LooseFile } from '../../../../registry/contract/plugin-format.js';
import type { SourceTree, TreeEntry } from '../collection/source-tree.js';

/** What an archive holds, in memory. */
export interface Unpacked {
  readonly files: readonly LooseFile[];
  /** Links and other things that are no files: they are named and never followed. */
  readonly others: readonly string[];
}

/** Folders that a plugin has at its root: where one of them is alone there, it is not a folder around the plugin. */
const PARTS: ReadonlySet<string> = new Set([
  'agents',
  'commands',
  'hooks',
  'rules',
  'scripts',
  'skills',
]);

/** A tree whose contents are all there. */
export interface LooseTree extends SourceTree {
  identify(paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
  sizes(paths: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** The tree of what was unpacked, without the one folder that archives often put around everything. */
export function treeOfUnpacked({ files, others }: Unpacked): LooseTree {
  const around = folderAround([...files.map(({ path }) => path), ...others]);
  const inner = (path: string): string => path.slice(around.length);
  const byPath = new Map(
    files.map((file) => [inner(file.path), { ...file, path: inner(file.path) }] as const),
  );
  const found = (paths: readonly string[]): readonly LooseFile[] =>
    paths.flatMap((path) => byPath.get(path) ?? []);
  const entries = new Map<string, TreeEntry>();
  for (const path of byPath.keys()) entries.set(path, { path, kind: 'file' });
  for (const path of others) entries.set(inner(path), { path: inner(path), kind: 'other' });
  return {
    entries,
    read: (paths) => Promise.resolve(found(paths)),
    identify: (paths) =>
      Promise.resolve(
        new Map(found(paths).map(({ path, content }) => [path, hash('sha256', content)] as const)),
      ),
    sizes: (paths) =>
      Promise.resolve(
        new Map(found(paths).map(({ path, content }) => [path, content.length] as const)),
      ),
  };
}

/** `<folder>/`; empty without such a folder. */
function folderAround(paths: readonly string[]): string {
  const folders = new Set(paths.map((path) => path.slice(0, path.indexOf('/') + 1)));
  const [folder = ''] = folders;
  const isAround = folders.size === 1 && !folder.startsWith('.') && !PARTS.has(folder.slice(0, -1));
  return isAround ? folder : '';
}
