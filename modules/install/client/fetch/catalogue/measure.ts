import { staysBehind } from '../collection/left-out-of-skills.js';
import { SortedPaths } from '../collection/sorted-paths.js';
import { joinPath, pathBelow, type NamedFolder } from '../collection/source-tree.js';
import type { OpenCatalogue } from './open-catalogue.js';

/** How much a folder of a source holds. */
export interface FolderSize {
  readonly files: number;
  /** `null` if the sizes of files were not asked for. */
  readonly bytes: number | null;
}

/** Of skills and of plugins, by folder. */
export interface Sizes {
  readonly skills: ReadonlyMap<string, FolderSize>;
  readonly plugins: ReadonlyMap<string, FolderSize>;
}

/** Counts the files of everything that a source offers. Links count as one file each. */
export async function measure(
  location: NamedFolder,
  { catalogue, files }: OpenCatalogue,
  { bytes }: { readonly bytes: boolean },
): Promise<Sizes> {
  const paths = new SortedPaths(() => [...location.tree.entries.keys()]);
  const skills = new Map(catalogue.skills.map(({ folder }) => [folder, files.of(folder)] as const));
  const plugins = new Map(
    catalogue.plugins.map(({ folder }) => {
      const root = joinPath(location.root, folder);
      const below = root === '' ? [...location.tree.entries.keys()] : paths.below(root);
      const content = below.filter((path) => staysBehind(pathBelow(root, path) ?? path) === false);
      return [folder, content] as const;
    }),
  );
  const all = [...skills.values(), ...plugins.values()].flat();
  const sizes = bytes ? await location.tree.sizes([...new Set(all)]) : undefined;
  const sizeOf = (list: readonly string[]): FolderSize => ({
    files: list.length,
    bytes: sizes === undefined ? null : list.reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0),
  });
  const sized = (folders: ReadonlyMap<string, readonly string[]>) =>
    new Map([...folders].map(([folder, list]) => [folder, sizeOf(list)] as const));
  return { skills: sized(skills), plugins: sized(plugins) };
}
