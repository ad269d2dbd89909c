import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isNowhere } from '../../../toolbox/file-errors.js';

const MANIFESTS = ['.svc-plugin/plugin.json', 'tile.json'];

/** Whether a folder is a plugin by its manifest. */
export const isPlugin = (folder: string): boolean =>
  MANIFESTS.some((manifest) => existsSync(join(folder, manifest)));

/** Whether a folder is one skill, without a manifest. */
export const isSkill = (folder: string): boolean => existsSync(join(folder, 'SKILL.md'));

export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    if (isNowhere(error)) return false;
    throw error;
  }
}
