import { posix } from 'node:path';
import type { LooseFile, PluginFormat } from '../../../registry/contract/plugin-format.js';
import { skillAmbiguous } from '../../contract/launch-errors.js';
import { skillNotThere } from '../../contract/skill-errors.js';

/** A skill among the files of a folder. */
export interface FolderSkill {
  /** The name in its front matter, else that of its folder. */
  readonly name: string;
  /** Relative to the folder of the files, with `/`; empty if the folder itself is the skill. */
  readonly folder: string;
}

interface Asked {
  /** The folder as the person has named it: `file:plugins/docs`. */
  readonly source: string;
  readonly skill: string | undefined;
}

/** The skill that is asked for. Throws `skill_not_there` and `skill_ambiguous`, which list the skills. */
export async function chosenSkill(
  files: readonly LooseFile[],
  { source, skill }: Asked,
  format: PluginFormat,
): Promise<FolderSkill> {
  const all = await skillsIn(files, source, format);
  const matching = skill === undefined ? all : all.filter((each) => isCalled(each, skill));
  const [first] = matching;
  const choices = all.map(({ name }) => `${source}#${name}`).sort();
  if (first === undefined) throw skillNotThere({ skill, where: source, choices });
  if (matching.length === 1) return first;
  throw skillAmbiguous({
    skill: skill === undefined ? source : `${source}#${skill}`,
    choices:
      skill === undefined
        ? choices
        : matching.map(({ folder }) => posix.join(source, folder)).sort(),
  });
}

const isCalled = ({ name, folder }: FolderSkill, asked: string): boolean =>
  name === asked || posix.basename(folder) === asked;

/** A folder that is a skill itself has no others: what lies in it belongs to that skill. */
async function skillsIn(
  files: readonly LooseFile[],
  source: string,
  format: PluginFormat,
): Promise<readonly FolderSkill[]> {
  const named = files.filter(({ path }) => posix.basename(path) === 'SKILL.md');
  const own = named.filter(({ path }) => path === 'SKILL.md');
  const found = own.length > 0 ? own : named;
  const cards = await format.readSkillCards(found);
  return found.map(({ path }, index) => {
    const folder = posix.dirname(path) === '.' ? '' : posix.dirname(path);
    const name = cards[index]?.name ?? posix.basename(folder === '' ? source : folder);
    return { name, folder };
  });
}
