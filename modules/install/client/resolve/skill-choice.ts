import type { Ask } from 'svc-registry/kernel';
import type { SkillChooser } from '../fetch/source-reader.js';
import type { ProjectManifest } from '../project/project-manifest.js';

/**
 * Which skills to take: named ones, all, those picked at the terminal, or those of svc.json. If svc.json names none, `keep` asks
 * about a collection if a person can be asked and otherwise takes all, and `list` takes none of several.
 */
export type SkillChoice = readonly string[] | 'all' | 'ask' | 'keep' | 'list';

/** A collection in svc.json keeps its selection unless the command says otherwise. */
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

/** Lets a person choose; `undefined` if they choose all. */
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
