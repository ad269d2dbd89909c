import { posix } from 'node:path';
import { isCommonFolder, skillNameFrom } from '../collection/plugin-names.js';

/** A skill that needs a name of its own. */
export interface Nameable {
  readonly plain: string;
  readonly folder: string;
  readonly plugin: string | undefined;
  readonly withheld: string | undefined;
}

/**
 * A name for each skill, by folder. Skills that alone have their name keep it; namesakes get the name of the nearest folder that tells them
 * apart in front. Loose skills choose first, then those of plugins, then withheld ones: what is installed by default has the shortest names.
 */
export function namesOf(skills: readonly Nameable[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const members of ranked(skills)) {
    for (const group of groupedByName(members)) {
      const plain = group[0]?.plain ?? '';
      const labels = group.length === 1 && !taken.has(plain) ? [''] : labelsOf(group, taken);
      for (const [index, { folder }] of group.entries()) {
        const name = free(prefixed(labels[index] ?? '', plain), taken);
        taken.add(name);
        names.set(folder, name);
      }
    }
  }
  return names;
}

function ranked(skills: readonly Nameable[]): readonly (readonly Nameable[])[] {
  const rank = ({ plugin, withheld }: Nameable): number =>
    withheld === undefined ? Number(plugin !== undefined) : 2;
  return [0, 1, 2].map((wanted) => skills.filter((skill) => rank(skill) === wanted));
}

function groupedByName(skills: readonly Nameable[]): readonly (readonly Nameable[])[] {
  const groups = new Map<string, Nameable[]>();
  for (const skill of skills) groups.set(skill.plain, [...(groups.get(skill.plain) ?? []), skill]);
  return [...groups.values()];
}

/** What to put in front of the names of namesakes, for each of them; at most one has nothing in front. */
function labelsOf(group: readonly Nameable[], taken: ReadonlySet<string>): readonly string[] {
  const chains = group.map(chainOf);
  const deepest = Math.max(...chains.map(({ length }) => length));
  const levels = Array.from({ length: deepest }, (_, level) => level);
  const candidates = [
    ...levels.map((level) => chains.map((chain) => chain[level] ?? '')),
    ...levels.map((level) =>
      chains.map((chain) =>
        chain
          .slice(0, level + 1)
          .reverse()
          .join('-'),
      ),
    ),
  ];
  const plain = group[0]?.plain ?? '';
  const fits = (labels: readonly string[]): boolean =>
    new Set(labels).size === labels.length &&
    labels.every((label) => !taken.has(prefixed(label, plain)));
  return candidates.find(fits) ?? chains.map((chain) => [...chain].reverse().join('-'));
}

/** Names of the folders around a skill, the nearest first, without those that tell nothing. */
function chainOf({ folder, plain }: Nameable): readonly string[] {
  const [own = '', ...above] = folder.split('/').reverse();
  const around = above.filter((segment) => !isCommonFolder(segment)).map(skillNameFrom);
  const named = skillNameFrom(own);
  return [...(named === plain ? [] : [named]), ...around].filter((label) => label !== '');
}

const prefixed = (label: string, plain: string): string =>
  skillNameFrom(label === '' ? plain : `${label}-${plain}`);

function free(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number += 1) {
    const other = `${name.slice(0, 58)}-${number}`;
    if (!taken.has(other)) return other;
  }
}

/** The last folder of a path; of the root that of the source. */
export const ownFolder = (folder: string, root: string, source: string): string =>
  posix.basename(folder) || posix.basename(root) || posix.basename(source);
