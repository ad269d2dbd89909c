import { posix } from 'node:path';
import { withinProcessorTime } from '../../../toolbox/time-budget.js';
import type { PluginRule, PluginSkill } from '../contract/plugin-format.js';
import type { ComponentSource, DeclaredEntry, FolderSource } from './manifest.js';
import { readSkill, type SkillContext } from './skill-file.js';

const SKILL_FILE = 'SKILL.md';
/** Crafted YAML can be slow to parse; all skills of a plugin share this limit. */
const BUDGET_MS = 5000;

/** The rules of a plugin: every Markdown file of the rules folder (not of folders in it), or the listed files. */
export function findRules(
  source: ComponentSource,
  { tree, findings }: SkillContext,
): readonly PluginRule[] {
  const paths = 'entries' in source ? source.entries.flatMap(listed) : scanned(source);
  const rules = [...new Set(paths)]
    .sort()
    .map((path) => ({ name: posix.basename(path).slice(0, -'.md'.length), path }));
  const names = new Map<string, string>();
  for (const { name, path } of rules) {
    const other = names.get(name);
    if (other !== undefined)
      findings.error(`The rule "${name}" exists twice: "${other}" and "${path}".`, { file: path });
    names.set(name, path);
  }
  return rules;

  function listed({ path, at }: DeclaredEntry): readonly string[] {
    if (!path.endsWith('.md')) at.error(`"${path}" is not a rule file: rules end in ".md".`);
    else if (!tree.has(path)) at.error(`The rule file "${path}" does not exist.`);
    else return [path];
    return [];
  }

  function scanned({ folder, at }: FolderSource): readonly string[] {
    if (tree.has(folder))
      at?.error(`"${folder}" is a file; a list of rule files is written ["./${folder}"].`);
    else if (!tree.hasFolder(folder)) at?.error(`The rules folder "${folder}" does not exist.`);
    return tree
      .below(folder)
      .filter((path) => posix.dirname(path) === folder && path.endsWith('.md'));
  }
}

/** The skills of a plugin: every folder with a `SKILL.md` in the skills folder, or the listed folders. */
export function findSkills(source: ComponentSource, context: SkillContext): readonly PluginSkill[] {
  const forget = context.findings.mark();
  const found = withinProcessorTime(BUDGET_MS, () => {
    forget();
    return readSkills(source, context);
  });
  if (found === undefined)
    context.findings.error('Reading the skills takes too long; make their front matter simpler.', {
      file: '.',
    });
  return found?.value ?? [];
}

function readSkills(source: ComponentSource, context: SkillContext): readonly PluginSkill[] {
  const folders =
    'entries' in source ? listedFolders(source.entries, context) : scannedFolders(source, context);
  const skills: PluginSkill[] = [];
  const names = new Map<string, string>();
  for (const folder of [...new Set(folders)].sort()) {
    const file = context.tree.get(posix.join(folder, SKILL_FILE));
    const skill = file === undefined ? undefined : readSkill(file, context);
    if (file === undefined || skill === undefined) continue;
    const other = names.get(skill.name);
    if (other !== undefined) {
      context.findings.error(
        `The skill "${skill.name}" exists twice: in "${other}" and "${skill.path}".`,
        {
          file: file.path,
          field: 'name',
        },
      );
    }
    names.set(skill.name, skill.path);
    skills.push(skill);
  }
  return skills;
}

function listedFolders(
  entries: readonly DeclaredEntry[],
  { tree }: SkillContext,
): readonly string[] {
  return entries.flatMap(({ path, at }) => {
    if (tree.has(posix.join(path, SKILL_FILE))) return [path];
    if (posix.basename(path) === SKILL_FILE && tree.has(path))
      at.error(`"${path}" is a file; name the skill's folder "${posix.dirname(path)}".`);
    else if (!tree.hasFolder(path)) at.error(`The skill folder "${path}" does not exist.`);
    else at.error(missingSkillFile(path, tree.below(path)));
    return [];
  });
}

function scannedFolders(
  { folder, at }: FolderSource,
  { tree, findings }: SkillContext,
): readonly string[] {
  if (!tree.hasFolder(folder)) at?.error(`The skills folder "${folder}" does not exist.`);
  if (tree.has(posix.join(folder, SKILL_FILE))) {
    const what = `"${folder}" is a skill itself, not a folder of skills; write "skills": ["./${folder === '.' ? '' : folder}"].`;
    if (at === undefined) findings.error(what, { file: posix.join(folder, SKILL_FILE) });
    else at.error(what);
    return [];
  }
  return tree.foldersIn(folder).filter((path) => {
    if (tree.has(posix.join(path, SKILL_FILE))) return true;
    // if the skills folder is the plugin's root, it may contain other folders
    if (folder !== '.') findings.error(missingSkillFile(path, tree.below(path)), { file: path });
    return false;
  });
}

function missingSkillFile(folder: string, files: readonly string[]): string {
  const misspelt = files.find(
    (path) => posix.dirname(path) === folder && posix.basename(path).toLowerCase() === 'skill.md',
  );
  if (misspelt !== undefined)
    return `"${misspelt}" must be named "${SKILL_FILE}" in capitals: no agent reads it otherwise.`;
  return `The skill folder "${folder}" has no "${SKILL_FILE}".`;
}
