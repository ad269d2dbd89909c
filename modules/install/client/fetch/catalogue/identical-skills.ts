import { hash } from 'node:crypto';
import { copyRank } from '../collection/withheld.js';
import type { SourceTree } from '../collection/source-tree.js';
import type { Nameable } from './skill-names.js';

/** A skill that stands for its identical copies. */
export type Unique<T> = T & { readonly copies: readonly string[] };

/**
 * Skills with one name and identical files become one: what is not withheld before the rest, the skill of a plugin before the same beside it, originals before the copies in
 * agents' folders. Only the files of namesakes are compared. `filesOf` lists a skill's files: path within the skill and in the tree.
 */
export async function withoutCopies<T extends Nameable>(
  skills: readonly T[],
  tree: SourceTree,
  filesOf: (folder: string) => ReadonlyMap<string, string>,
): Promise<readonly Unique<T>[]> {
  const groups = new Map<string, T[]>();
  for (const skill of skills) groups.set(skill.plain, [...(groups.get(skill.plain) ?? []), skill]);
  const namesakes = [...groups.values()].filter(({ length }) => length > 1).flat();
  const paths = namesakes.flatMap(({ folder }) => [...filesOf(folder).values()]);
  const identities = paths.length === 0 ? new Map<string, string>() : await tree.identify(paths);
  const print = ({ folder }: T): string => {
    const files = [...filesOf(folder)].map(([path, origin]) => [path, identities.get(origin)]);
    return hash('sha256', JSON.stringify(files.sort()));
  };
  return [...groups.values()].flatMap((group) =>
    group.length === 1 ? group.map((skill) => ({ ...skill, copies: [] })) : merged(group, print),
  );
}

function merged<T extends Nameable>(
  group: readonly T[],
  print: (skill: T) => string,
): readonly Unique<T>[] {
  const byContent = new Map<string, T[]>();
  for (const skill of [...group].sort((a, b) => preference(a) - preference(b))) {
    const key = print(skill);
    byContent.set(key, [...(byContent.get(key) ?? []), skill]);
  }
  return [...byContent.values()].flatMap(([first, ...copies]) =>
    first === undefined ? [] : [{ ...first, copies: copies.map(({ folder }) => folder) }],
  );
}

function preference({ folder, plugin, withheld }: Nameable): number {
  // what a plugin brings need not come a second time beside it
  return (
    Number(withheld !== undefined) * 200 + Number(plugin === undefined) * 100 + copyRank(folder)
  );
}
