import type { LockedPart, LockedPlugin } from '../project/lock-file.js';
import { PLUGIN_ROOT, pluginFolder } from '../project/paths.js';

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

interface Candidate extends Omit<NamedSkill, 'link'> {
  /** From the shortest to one that is unique to the skill. */
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
  // workspaces and plugins have no underscores in their names, so the last form is unambiguous
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
  /** Index of the name in use. */
  readonly length: number;
}

/** Entries that share a name take their next longer one until all are unique. Ignores case, as some file systems do. */
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
