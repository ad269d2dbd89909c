import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Difference } from '../../contract/results.js';
import type { ManagedFiles } from '../project/managed-files.js';
import { PLUGINS_FOLDER } from '../project/paths.js';
import { isThere } from '../transaction/file-entry.js';

const SKILL_FILE = 'SKILL.md';

/** Links, and copies in place of links, behind which there is no skill. What is missing itself is reported elsewhere. */
export function brokenLinks(
  root: string,
  { links }: Pick<ManagedFiles, 'links'>,
): readonly Difference[] {
  return [...links].flatMap(([path, target]): Difference[] => {
    const link = join(root, path);
    // follows the link
    if (!isThere(link) || existsSync(join(link, SKILL_FILE))) return [];
    const message = existsSync(link)
      ? `leads to a folder without ${SKILL_FILE}`
      : `leads to ${target}, which is missing`;
    return [{ plugin: pluginOf(target), path, kind: 'missing', message }];
  });
}

/** Counts the skills that can be read through a link, each once. */
export function linkedSkills(root: string, { links }: Pick<ManagedFiles, 'links'>): number {
  const there = [...links].filter(([path]) => existsSync(join(root, path, SKILL_FILE)));
  return new Set(there.map(([, target]) => target)).size;
}

function pluginOf(target: string): string | null {
  const [workspace, plugin] = target.slice(PLUGINS_FOLDER.length + 1).split('/');
  return workspace === undefined || plugin === undefined ? null : `${workspace}/${plugin}`;
}
