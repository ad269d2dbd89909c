import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hashesOf, pathsOf, realPath } from './tree.mjs';

/** The skills that an agent finds in a project, by name. Links that lead nowhere are none. */
export function installedSkills(project, folders = ['.claude/skills']) {
  const skills = new Map();
  for (const folder of folders
    .map((each) => join(project, each))
    .filter((each) => existsSync(each)))
    for (const name of readdirSync(folder)) {
      const files = filesOf(join(folder, name));
      if (files.has('SKILL.md')) skills.set(name, { name, files });
    }
  return [...skills.values()];
}

function filesOf(path) {
  const folder = realPath(path);
  try {
    return folder === undefined ? new Map() : hashesOf(folder);
  } catch (error) {
    if (error.code === 'ENOTDIR') return new Map();
    throw error;
  }
}

export function installedSubagents(project) {
  const folder = join(project, '.claude/agents');
  return existsSync(folder) ? pathsOf(folder) : [];
}
