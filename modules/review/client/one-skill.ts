import { join, posix } from 'node:path';
import { usageError, type Ask } from 'svc-registry/kernel';
import type { LooseFile, PluginFolders } from '../../registry/contract/plugin-format.js';
import { noSkill } from '../contract/errors.js';
import { skillFolderOfFile, isSkillFile } from './fix/skill-folders.js';
import type { Source } from './source.js';

interface Skill {
  /** As its `SKILL.md` names it, else as its folder is named. */
  readonly name: string;
  /** Relative to the source; `''` is its root. */
  readonly folder: string;
}

/** The skills of a source, in the order of their paths. Throws `no_skill`. */
export async function skillsOf(
  files: readonly LooseFile[],
  plugins: PluginFolders,
  fallback: string,
): Promise<readonly Skill[]> {
  const found = files.filter(({ path }) => isSkillFile(path));
  if (found.length === 0) throw noSkill();
  const cards = await plugins.readSkillCards(found);
  return found.map(({ path }, index) => {
    const folder = skillFolderOfFile(path);
    const own = folder === '' ? fallback : posix.basename(folder);
    return { folder, name: cards[index]?.name ?? own };
  });
}

/** The skill of that name, or in a folder of that name. A usage error that lists the skills if there is none, or more than one. */
export function namedSkill(name: string, skills: readonly Skill[]): Skill {
  const exact = skills.filter((skill) => skill.name === name);
  const found =
    exact.length > 0
      ? exact
      : skills.filter(({ folder }) => folder === name || posix.basename(folder) === name);
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  const where = found.map(({ folder }) => folder).join(', ');
  throw usageError({
    what:
      only === undefined
        ? `There is no skill "${name}".`
        : `Several skills are "${name}": ${where}.`,
    hint:
      only === undefined
        ? `The skills are: ${skills.map((skill) => skill.name).join(', ')}.`
        : 'Name the folder of one of them.',
  });
}

/** The only skill, or the one that the person chooses; a usage error where nobody can be asked. */
export async function chosenSkill(skills: readonly Skill[], ask: Ask): Promise<Skill> {
  const [only, ...others] = skills;
  if (only !== undefined && others.length === 0) return only;
  const folder = await ask.select({
    message: 'Which skill should be improved?',
    flag: '--skill <name>',
    options: skills.map(({ folder: value, name }) => ({ value, label: name, hint: value })),
  });
  return skills.find((skill) => skill.folder === folder) ?? namedSkill(folder, skills);
}

/** The source without everything outside the skill's folder. */
export function sourceOfSkill(
  source: Source,
  { folder, name }: Skill,
  plugins: PluginFolders,
): Source {
  if (folder === '') return source;
  const files = async () =>
    (await source.files())
      .filter(({ path }) => path.startsWith(`${folder}/`))
      .map((file) => ({ ...file, path: file.path.slice(folder.length + 1) }));
  return {
    ...source,
    name: posix.basename(folder) || name,
    root: source.root === undefined ? undefined : join(source.root, folder),
    files,
    archive: async () => plugins.packFiles(await files(), name),
  };
}
