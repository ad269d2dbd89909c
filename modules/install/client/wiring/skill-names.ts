import type { LockedPart, LockedPlugin } from '../project/lock-file.js';
import { PLUGIN_ROOT, pluginFolder } from '../project/paths.js';
import { uniqueNames } from './unique-names.js';

/** A skill for agents, with its name. */
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
 * One link name per skill: the skill's own, or `<plugin>-<skill>` where two plugins use the same, and with the workspace in
 * front where even that clashes. Ignores case, as some file systems do.
 */
export function nameSkills(
  plugins: ReadonlyMap<string, LockedPlugin>,
  selection: Selection,
): readonly NamedSkill[] {
  const skills = [...plugins].flatMap(([plugin, { skills: parts }]) =>
    selected(parts, selection.get(plugin)).map((part) => ({
      plugin,
      skill: part.name,
      folder: folderOf(plugin, part),
    })),
  );
  const links = uniqueNames(
    skills.map(({ plugin, skill }) => namesOf(plugin, skill)),
    { comparable: (name) => name.toLowerCase() },
  );
  return skills.map((skill, index) => ({ ...skill, link: links[index] ?? skill.skill }));
}

function namesOf(plugin: string, skill: string): readonly string[] {
  const [workspace = '', short = ''] = plugin.split('/');
  return [
    skill,
    `${short}-${skill}`,
    `${workspace}-${short}-${skill}`,
    // workspaces and plugins have no underscores in their names, so this form is unambiguous
    `${workspace}__${short}__${skill}`,
  ];
}

function folderOf(plugin: string, { path }: LockedPart): string {
  return path === PLUGIN_ROOT ? pluginFolder(plugin) : `${pluginFolder(plugin)}/${path}`;
}

export function selected(
  parts: readonly LockedPart[],
  names: readonly string[] | undefined,
): readonly LockedPart[] {
  return names === undefined ? parts : parts.filter(({ name }) => names.includes(name));
}
