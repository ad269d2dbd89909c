import { posix } from 'node:path';
import { FileTree } from '../file-tree.js';
import { Findings } from '../findings.js';
import { isSkillName, readSkill } from '../skill-file.js';
import {
  descriptionOf,
  readAgentText,
  resolveFile,
  writtenText,
  type AgentText,
  type TextNames,
} from './agent-texts.js';
import type { Draft } from './draft.js';
import { slugOf } from './find-files.js';

/** The names of skills so far; the same name twice is an error. */
export type SkillNames = Map<string, string>;

interface SkillJob {
  readonly draft: Draft;
  readonly texts: TextNames;
  readonly names: SkillNames;
  /** See `VendorSource`. */
  readonly publishable?: boolean | undefined;
}

/** Makes the skills in these folders keep our rules; those that cannot be mended are left out. */
export function takeSkills(folders: Iterable<string>, job: SkillJob): readonly string[] {
  return [...folders].sort().filter((folder) => takeSkill(folder, job));
}

function takeSkill(folder: string, { draft, texts, names, publishable }: SkillJob): boolean {
  const path = posix.join(folder, 'SKILL.md');
  resolveFile(path, texts, draft);
  const first = checked(path, draft);
  const isSound = first.name !== undefined && !names.has(first.name);
  if (!isSound) mend(path, { draft, names, publishable, folderName: nameOfFolder(folder, texts) });
  const { name, problem } = isSound ? first : checked(path, draft);
  if (name === undefined || names.has(name)) {
    draft.leftOut.add(`${folder}/`, problem ?? `another skill is called "${name ?? ''}"`);
    return false;
  }
  names.set(name, folder);
  return true;
}

const nameOfFolder = (folder: string, { folder: plugin }: TextNames): string =>
  slugOf(posix.basename(folder === '.' ? plugin : folder)) || 'skill';

function checked(path: string, draft: Draft): { name?: string; problem?: string } {
  const findings = new Findings();
  const file = draft.get(path);
  const tree = new FileTree(
    draft.all().filter((other) => other.path.startsWith(`${posix.dirname(path)}/`)),
  );
  const skill = file && readSkill(file, { tree, findings });
  return skill === undefined
    ? { problem: findings.errors[0]?.message ?? 'it cannot be read' }
    : { name: skill.name };
}

interface MendJob extends Omit<SkillJob, 'texts'> {
  readonly folderName: string;
}

/** Writes the front matter with the name and description that agents of the vendor see. */
function mend(path: string, { draft, names, folderName, publishable }: MendJob): void {
  const content = draft.get(path)?.content;
  const text = content && readAgentText(path, content);
  if (content === undefined || text === undefined) return;
  const own = text.values.get('name');
  const wanted = typeof own === 'string' ? own.trim() : '';
  const name = nameFor(wanted, { names, folderName });
  const description = descriptionOf(text, `The skill ${name}.`);
  const values = new Map([...text.values, ['name', name], ['description', description]]);
  draft.write(path, writtenText({ values, body: text.body }));
  // agents that miss a valid name take the folder's; of two with one name they may hide one
  if (publishable !== true && isDescribed(text, description) && !names.has(wanted)) {
    draft.kept.set(path, content);
    draft.warn(`It has no valid name of its own; agents find the skill as "${name}".`, path);
  } else
    draft.warn('Its name or description was mended, so that every agent reads the skill.', path);
}

function nameFor(
  wanted: string,
  { names, folderName }: Pick<MendJob, 'names' | 'folderName'>,
): string {
  const slug = isSkillName(wanted) && !names.has(wanted) ? wanted : slugOf(wanted);
  return slug === '' || names.has(slug) ? folderName : slug;
}

function isDescribed({ values }: AgentText, description: string): boolean {
  const given = values.get('description');
  return typeof given === 'string' && given.trim() === description;
}
