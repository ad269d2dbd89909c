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

interface Candidate extends Omit<NamedSkill, 'link'> {
  /** From the shortest to one that no other skill can have. */
  readonly names: readonly string[];
}

/**
 * One link name per skill: the skill's own, or `<plugin>-<skill>` where two plugins use the same (and with the workspace in front
 * where even that clashes). It depends on what is installed, never on the order of installing.
 */
export function nameSkills(
  plugins: ReadonlyMap<string, LockedPlugin>,
  selection: Selection,
): readonly NamedSkill[] {
  const skills = [...plugins].flatMap(([plugin, { skills: parts }]) =>
    selected(parts, selection.get(plugin)).map((part) => ({
      candidate: candidateOf(plugin, part),
      length: 0,
    })),
  );
  return withoutClashes(skills).map(({ candidate: { names, ...skill }, length }) => ({
    ...skill,
    link: names[length] ?? skill.skill,
  }));
}

function candidateOf(plugin: string, part: LockedPart): Candidate {
  const [workspace = '', short = ''] = plugin.split('/');
  const { name } = part;
  // names of workspaces and plugins have no underscores: the last form can be read in one way only
  const names = [
    name,
    `${short}-${name}`,
    `${workspace}-${short}-${name}`,
    `${workspace}__${short}__${name}`,
  ];
  return { plugin, skill: name, folder: folderOf(plugin, part), names };
}

interface Attempt {
  readonly candidate: Candidate;
  /** Which of its names is tried. */
  readonly length: number;
}

/** All that share a name take their next longer one, until nobody shares any. Compared without case, as file systems may do. */
function withoutClashes(attempts: readonly Attempt[]): readonly Attempt[] {
  const nameOf = ({ candidate: { names }, length }: Attempt): string =>
    (names[length] ?? '').toLowerCase();
  const counts = new Map<string, number>();
  for (const attempt of attempts)
    counts.set(nameOf(attempt), (counts.get(nameOf(attempt)) ?? 0) + 1);
  const longer = (attempt: Attempt): boolean =>
    (counts.get(nameOf(attempt)) ?? 0) > 1 && attempt.length + 1 < attempt.candidate.names.length;
  if (!attempts.some(longer)) return attempts;
  return withoutClashes(
    attempts.map((attempt) =>
      longer(attempt) ? { ...attempt, length: attempt.length + 1 } : attempt,
    ),
  );
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
