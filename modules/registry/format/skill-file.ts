import { posix } from 'node:path';
import type { LooseFile, PluginSkill } from '../contract/plugin-format.js';
import type { Findings, Location } from './findings.js';
import type { FileTree } from './file-tree.js';
import { readFrontMatter, type FrontMatter } from './front-matter.js';
import { nearestName } from './nearest-name.js';
import { checkSchemas } from './skill-schemas.js';
import { SKILL_KEYS } from '../contract/skill-keys.js';

const NAME = /^[a-z0-9](-?[a-z0-9])*$/;
const MAX_NAME = 64;
const MAX_DESCRIPTION = 1024;
const MAX_COMPATIBILITY = 500;
const MAX_LINES = 500;

export const isSkillName = (name: string): boolean => name.length <= MAX_NAME && NAME.test(name);

export interface SkillContext {
  readonly tree: FileTree;
  readonly findings: Findings;
}

/** Reads a skill's `SKILL.md`; returns `undefined`, with the reasons among the findings, if it breaks a rule. */
export function readSkill(file: LooseFile, context: SkillContext): PluginSkill | undefined {
  const { findings, tree } = context;
  const before = findings.errors.length;
  const matter = readFrontMatter(file, findings);
  if (matter === undefined) return undefined;
  const folder = posix.dirname(file.path);
  const at = (field: string): Location => ({
    file: file.path,
    line: matter.lines.get(field) ?? 1,
    field,
  });
  const name = readText(matter, 'name', { findings, at });
  const description = readText(matter, 'description', { findings, at });
  if (name !== undefined) checkName(name, folder, { findings, at });
  if (description !== undefined) checkDescription(description, { findings, at });
  if (matter.values.has('schemas'))
    checkSchemas(matter.values.get('schemas'), { findings, tree, folder, location: at('schemas') });
  warnOfOddities(matter, { findings, at });
  if (name === undefined || description === undefined || findings.errors.length > before)
    return undefined;
  return { name, description, path: folder };
}

interface Reporting {
  readonly findings: Findings;
  readonly at: (field: string) => Location;
}

function readText(
  matter: FrontMatter,
  field: string,
  { findings, at }: Reporting,
): string | undefined {
  const value = matter.values.get(field);
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  const problem = !matter.values.has(field)
    ? `lacks "${field}"`
    : typeof value === 'string' || value === null
      ? `has an empty "${field}"`
      : undefined;
  findings.error(
    problem === undefined
      ? `"${field}" must be text; put it in quotes.`
      : `The front matter ${problem}.`,
    at(field),
  );
  return undefined;
}

function checkName(name: string, folder: string, { findings, at }: Reporting): void {
  if (name.length > MAX_NAME)
    findings.error(
      `The skill's name has ${name.length} characters; at most ${MAX_NAME} are allowed.`,
      at('name'),
    );
  else if (!NAME.test(name)) {
    findings.error(
      `The skill's name "${name}" may hold only lower-case letters, digits and single hyphens between them.`,
      at('name'),
    );
  }
  const base = posix.basename(folder);
  if (folder !== '.' && base !== name)
    findings.warn(
      `The skill is named "${name}" and its folder "${base}"; agents differ in which one they show.`,
      at('name'),
    );
}

function checkDescription(description: string, { findings, at }: Reporting): void {
  const { length } = description;
  if (length > MAX_DESCRIPTION) {
    findings.error(
      `The skill's description has ${length} characters; at most ${MAX_DESCRIPTION} are allowed.`,
      at('description'),
    );
  }
  if (/<[a-z/][^>]*>/i.test(description))
    findings.warn(
      'The description holds angle brackets, which some agents read as markup.',
      at('description'),
    );
}

function warnOfOddities(matter: FrontMatter, { findings, at }: Reporting): void {
  for (const key of matter.values.keys()) {
    const meant = SKILL_KEYS.includes(key) ? undefined : nearestName(key, SKILL_KEYS);
    if (meant !== undefined)
      findings.warn(`The key "${key}" is unknown. Did you mean "${meant}"?`, at(key));
  }
  const compatibility = matter.values.get('compatibility');
  if (typeof compatibility === 'string' && compatibility.length > MAX_COMPATIBILITY) {
    findings.warn(
      `"compatibility" is longer than ${MAX_COMPATIBILITY} characters.`,
      at('compatibility'),
    );
  }
  if (matter.body.trim() === '')
    findings.warn('The skill has no instructions after its front matter.', at('body'));
  const lines = matter.body.split('\n').length;
  if (lines > MAX_LINES)
    findings.warn(
      `The skill has ${lines} lines; move detail into files beside it (advised: at most ${MAX_LINES}).`,
      at('body'),
    );
}
