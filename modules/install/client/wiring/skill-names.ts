import type { LockedPart, LockedPlugin } from '../project/lock-file.js';
import { PLUGIN_ROOT, pluginFolder } from '../project/paths.js';

/** A skill that agents should see, and under which name. */
export interface NamedSkill {
  readonly plugin: string;
  readonly skill: string;
  /** Name of the link. */
  readonly link: string;
  /** The skill's folder, relative to the project. */
  readonly folder: string;
}

type Selection = ReadonlyMap<string, readonly string[] | undefined>;

/**
 * One link name per skill: the skill's own, or `<plugin>-<skill>` where two plugins use the same (and with the workspace in front
 * where even that clashes). It depends on what is installed, never on the order of installing.
 */
export function nameSkills(plugins: ReadonlyMap<string, LockedPlugin>, selection: Selection): readonly NamedSkill[] {
  const skills = [...plugins].flatMap(([plugin, { skills: parts }]) =>
    selected(parts, selection.get(plugin)).map((part) => ({ plugin, part })),
  );
  const [bare, withPlugin] = [count(skills.map(({ part }) => part.name)), count(skills.map(({ plugin, part }) => shortName(plugin, part)))];
  return skills.map(({ plugin, part }) => {
    const short = shortName(plugin, part);
    const clashes = (bare.get(part.name) ?? 0) > 1;
    const clashesStill = (withPlugin.get(short) ?? 0) > 1;
    const link = !clashes ? part.name : clashesStill ? `${plugin.replace('/', '-')}-${part.name}` : short;
    return { plugin, skill: part.name, link, folder: folderOf(plugin, part) };
  });
}

function folderOf(plugin: string, { path }: LockedPart): string {
  return path === PLUGIN_ROOT ? pluginFolder(plugin) : `${pluginFolder(plugin)}/${path}`;
}

export function selected(parts: readonly LockedPart[], names: readonly string[] | undefined): readonly LockedPart[] {
  return names === undefined ? parts : parts.filter(({ name }) => names.includes(name));
}

function shortName(plugin: string, part: LockedPart): string {
  return `${plugin.slice(plugin.indexOf('/') + 1)}-${part.name}`;
}

/** Compared without case: file systems may not tell names apart by it. */
function count(names: readonly string[]): { get(name: string): number | undefined } {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
  return { get: (name) => counts.get(name.toLowerCase()) };
}
