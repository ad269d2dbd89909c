import { readdirSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/** Every folder with a SKILL.md below `root`, in order of their paths. A skill inside a skill belongs to the outer one. */
export function findSkills(root) {
  const folders = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === 'SKILL.md')
    .map((entry) => entry.parentPath)
    .sort();
  return folders
    .filter((folder) => !folders.some((other) => folder.startsWith(`${other}/`)))
    .map((folder) => ({
      folder,
      label: relative(root, folder) || basename(folder),
      name: basename(folder),
      collection: dirname(relative(root, folder)).split('/')[0],
    }));
}
