import { posix } from 'node:path';
import { IgnoreRules } from '../ignore-rules.js';
import { collisionKey } from '../portable-path.js';
import type { Draft } from './draft.js';
import { fileField, Finds, listedPaths, type Found } from './found.js';
import type { Form, Location } from './forms.js';

const SKILL_FILE = 'SKILL.md';

/** Files for people that stand in every kind of folder; with front matter they are for agents. */
const FOR_PEOPLE = /^(?:readme|changelog|license|contributing)\b/i;

/** The folders of a plugin's skills. */
export function findSkills(form: Form, draft: Draft): Found<string> {
  const { facts } = form;
  const finds = new Finds<string>();
  const { folder, adds } = facts.skills;
  const listed = fileField(form, 'skills');
  if (listed === undefined || adds) addSkills(folder, { draft, finds, deep: facts.deepSkills });
  for (const path of listedPaths(listed, finds)) {
    const named = posix.basename(path) === SKILL_FILE ? posix.dirname(path) : path;
    addSkills(named, { draft, finds, deep: facts.deepSkills });
    const isBelow = (other: string): boolean =>
      named === '.' || other === named || other.startsWith(`${named}/`);
    // the usual folder may be named too, and was read already
    if (![...finds.parts.keys()].some(isBelow))
      finds.problem(`${named}/`, `there is no ${SKILL_FILE} in it`);
  }
  if (finds.parts.size === 0 && listed === undefined && draft.has(SKILL_FILE))
    finds.parts.set('.', '.');
  return finds;
}

interface SkillSearch {
  readonly draft: Draft;
  readonly finds: Finds<string>;
  readonly deep: boolean;
}

/** The folder itself, or the skills in it; none is looked for inside a skill. */
function addSkills(folder: string, { draft, finds, deep }: SkillSearch): void {
  const prefix = folder === '.' ? '' : `${folder}/`;
  if (draft.has(`${prefix}${SKILL_FILE}`)) {
    finds.parts.set(folder, folder);
    return;
  }
  const folders = draft
    .paths()
    .filter((path) => path.startsWith(prefix) && posix.basename(path) === SKILL_FILE)
    .map((path) => posix.dirname(path));
  const outer = folders.filter((path) => !folders.some((other) => path.startsWith(`${other}/`)));
  for (const path of outer) {
    if (deep || posix.dirname(path) === folder) finds.parts.set(path, path);
    else finds.problem(`${path}/`, `it is deeper in "${folder}" than skills of this form are`);
  }
}

/** The files of commands, sub-agents or rules. */
export function findFiles(
  { location, field }: { location: Location | undefined; field: string },
  form: Form,
  draft: Draft,
): Found<string> {
  const finds = new Finds<string>();
  if (location === undefined) return finds;
  const listed = fileField(form, field);
  if (listed === undefined || location.adds) addFiles(location.folder, { location, draft, finds });
  for (const path of listedPaths(listed, finds)) {
    if (draft.has(path)) finds.parts.set(path, path);
    else if (draft.hasFolder(path)) addFiles(path, { location, draft, finds });
    else finds.problem(path, `"${field}" names it, and the plugin does not have it`);
  }
  nameUnlisted({ location, draft, finds }, field);
  return finds;
}

/** A manifest that lists files means these alone; what its usual folder has beside them is named. */
export function nameUnlisted({ location, draft, finds }: FileSearch, field: string): void {
  const usual = new Finds<string>();
  addFiles(location.folder, { location, draft, finds: usual });
  for (const path of usual.parts.keys())
    if (!finds.parts.has(path)) finds.problem(path, `"${field}" of the manifest does not list it`);
}

interface FileSearch<T = unknown> {
  readonly location: Location;
  readonly draft: Draft;
  readonly finds: Finds<T>;
}

function addFiles(folder: string, { location, draft, finds }: FileSearch<string>): void {
  const prefix = folder === '.' ? '' : `${folder}/`;
  for (const path of draft.paths()) {
    const isComponent =
      path.startsWith(prefix) &&
      location.endings.includes(posix.extname(path)) &&
      !isForPeople(path, draft) &&
      // a skill's own files are no components of the plugin
      posix.basename(path) !== SKILL_FILE;
    if (isComponent) finds.parts.set(path, path);
  }
}

function isForPeople(path: string, draft: Draft): boolean {
  return FOR_PEOPLE.test(posix.basename(path)) && !draft.text(path)?.startsWith('---');
}

/** A name of lower-case letters, digits and single hyphens made of a text. */
export function slugOf(text: string): string {
  const words = text
    .normalize('NFKD')
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '-')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-');
  return words.slice(0, 60).replaceAll(/^-+|-+$/g, '');
}

const shipping = new IgnoreRules();

/** A path beside what is there: the first free one of the names whose file ships. */
export function freePath(
  names: readonly string[],
  pathOf: (name: string) => string,
  draft: Draft,
): { readonly name: string; readonly path: string } {
  const [first = 'part'] = names;
  const isUsable = (path: string): boolean =>
    draft.isFree(path) && shipping.verdict(path) === 'ships';
  const numbered = Array.from({ length: 50 }, (_, index) => `${first}-${index + 2}`);
  const name =
    [...names, ...numbered].find((candidate) => isUsable(pathOf(candidate))) ??
    `${first}-${collisionKey(String(draft.paths().length))}`;
  return { name, path: pathOf(name) };
}
