import { realpath } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { by } from '../../../../toolbox/by.js';
import type { FixedFileView } from '../../contract/fix-view.js';
import { insideOf } from '../apply/skill-file.js';
import { isThere } from '../source.js';

export const isSkillFile = (path: string): boolean =>
  posix.basename(path).toLowerCase() === 'skill.md';
/** The folder of a skill by its `SKILL.md`; `''` is the root. */
export const skillFolderOfFile = (path: string): string => posix.dirname(path).replace(/^\.$/, '');

/** The folders of all skills among the paths; `''` is the root. */
export const skillFolders = (paths: readonly string[]): readonly string[] =>
  paths.filter(isSkillFile).map(skillFolderOfFile);

/** The folder of the skill that a fix run has improved, relative to what was sent; `''` is that folder itself. */
export function skillFolderOf(files: readonly Pick<FixedFileView, 'path'>[]): string {
  const folders = [...skillFolders(files.map(({ path }) => path))];
  return folders.sort(by((folder) => folder))[0] ?? '';
}

/** Where that skill is on this machine: below the folder that was named, or that folder itself. Absolute, without links. Throws `fix_unsafe_path`. */
export async function skillOnDisk(named: string, folder: string): Promise<string> {
  const root = await realpath(named);
  if (folder === '') return root;
  const below = insideOf(root, folder);
  const isBelow = await isThere(join(below, 'SKILL.md'));
  return isBelow || !(await isThere(join(root, 'SKILL.md'))) ? below : root;
}
