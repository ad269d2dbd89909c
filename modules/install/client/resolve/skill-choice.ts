import type { Ask } from 'svc-registry/kernel';
import type { SkillChooser } from '../fetch/source-reader.js';
import type { ProjectManifest } from '../project/project-manifest.js';

/**
 * Which skills to take: those named, all, what the person at the terminal picks, or those of svc.json. Where svc.json names none, `keep` asks
 * for those of a collection where a person can be asked and else takes all, `list` takes none of several.
 */
export type SkillChoice = readonly string[] | 'all' | 'ask' | 'keep' | 'list';

/** Of a collection that svc.json has, its selection stays unless something else is said. */
export function chooserOf(
  choice: SkillChoice,
  manifest: ProjectManifest | undefined,
  ask: Ask,
): SkillChooser {
  return async ({ name, skills }) => {
    if (choice === 'all') return undefined;
    if (typeof choice !== 'string') return choice;
    if (choice === 'ask') return pickSkills(name, skills, ask);
    const current = manifest?.dependencies.get(name);
    if (current !== undefined || skills.length === 1) return current?.skills;
    if (choice === 'list') return [];
    return ask.interactive ? pickSkills(name, skills, ask) : undefined;
  };
}

/** Lets a person choose; `undefined` when it is all of them. */
export async function pickSkills(
  plugin: string,
  skills: readonly string[],
  ask: Ask,
): Promise<readonly string[] | undefined> {
  if (skills.length < 2) return undefined;
  const options = skills.map((value) => ({ value }));
  const picked = await ask.selectMany({
    message: `Which skills of ${plugin}?`,
    flag: '--skill <name>, or --yes for all',
    options,
    initial: skills,
  });
  return picked.length === skills.length ? undefined : picked;
}
