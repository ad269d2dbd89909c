/** Checks of the keys of the front matter. */
import { posix } from 'node:path';
import type { Skill } from '../document/skill.js';
import { atKey, type CheckRule, type Outcome } from './check-rule.js';
import { SKILL_KEYS } from '../../../registry/contract/skill-keys.js';
import { RESERVED_WORDS } from '../tables/keys.js';

const MOST_NAME = 64;
const MOST_DESCRIPTION = 1024;
const MOST_COMPATIBILITY = 500;
/** Lower-case letters of any script, digits, and single hyphens between them. */
const NAME = /^(?:\p{Ll}|\p{Lo}|\p{N})+(?:-(?:\p{Ll}|\p{Lo}|\p{N})+)*$/u;
/** A name written like a title: agents read it, and other tools refuse it. */
const TITLE = /^[\p{L}\p{N}]+(?:[ -][\p{L}\p{N}]+)*$/u;
/** Looks like markup; `List<T>` does not. */
const TAG = /(?<![\w.])<\/?[a-z][^<>]*>/i;

const valueOf = ({ frontMatter }: Skill, key: string): unknown => frontMatter.values.get(key);
const has = ({ frontMatter }: Skill, key: string): boolean => frontMatter.values.has(key);

/** In characters as people count them, not in UTF-16 units. */
const lengthOf = (text: string): number => Array.from(text).length;

/** What is wrong with a text that must be there. */
function missingText(skill: Skill, key: string, corrected: string): Outcome | undefined {
  const value = valueOf(skill, key);
  if (typeof value === 'string' && value.trim() !== '') return undefined;
  const isEmpty = has(skill, key) && (typeof value === 'string' || value === null);
  if (!has(skill, key) || isEmpty) {
    const what = isEmpty ? `has an empty "${key}"` : `lacks "${key}"`;
    return {
      status: 'error',
      message: `The front matter ${what}.`,
      corrected,
      ...atKey(skill, key),
    };
  }
  return {
    status: 'error',
    message: `"${key}" must be text; put it in quotes.`,
    corrected: `${key}: ${JSON.stringify(shown(value))}`,
    ...atKey(skill, key),
  };
}

const shown = (value: unknown): string => JSON.stringify(value);

/** The name that a skill should have, made of the one that it has or of its folder. */
function properName(text: string): string {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-');
  return words.slice(0, MOST_NAME).replace(/^-+|-+$/g, '') || 'my-skill';
}

export const nameField: CheckRule = {
  name: 'name_field',
  passed: 'The name has lower-case letters, digits and single hyphens.',
  of(skill) {
    const folder = posix.basename(skill.path);
    const missing = missingText(skill, 'name', `name: ${properName(folder)}`);
    // agents take the name of the folder then; other tools refuse the skill
    if (missing !== undefined && !has(skill, 'name')) return { ...missing, status: 'warning' };
    if (missing !== undefined) return missing;
    const name = String(valueOf(skill, 'name')).trim().normalize('NFKC');
    const fault = nameFault(name, folder);
    return fault && { ...fault, ...atKey(skill, 'name') };
  },
};

function nameFault(name: string, folder: string): Outcome | undefined {
  const corrected = `name: ${properName(name)}`;
  if (lengthOf(name) > MOST_NAME)
    return {
      status: 'error',
      message: `The name has ${lengthOf(name)} characters; at most ${MOST_NAME} are allowed.`,
      corrected,
    };
  if (!NAME.test(name))
    return {
      status: TITLE.test(name) ? 'warning' : 'error',
      message: `The name "${name}" may hold only lower-case letters, digits and single hyphens between them.`,
      corrected,
    };
  const reserved = RESERVED_WORDS.find((word) => name.split('-').includes(word));
  if (reserved !== undefined)
    return {
      status: 'warning',
      message: `The name holds "${reserved}", which some registries reserve.`,
    };
  return folder === '' || folder === name
    ? undefined
    : {
        status: 'warning',
        message: `The skill is named "${name}" and its folder "${folder}"; agents differ in which one they show.`,
        corrected: `name: ${properName(folder)}`,
      };
}

export const descriptionField: CheckRule = {
  name: 'description_field',
  passed: `The description is there and has at most ${MOST_DESCRIPTION} characters.`,
  of(skill) {
    const example = 'description: "What the skill does. Use when …"';
    const missing = missingText(skill, 'description', example);
    if (missing !== undefined) return missing;
    const at = atKey(skill, 'description');
    const length = lengthOf(skill.description);
    if (length > MOST_DESCRIPTION)
      return {
        status: 'error',
        message: `The description has ${length} characters; at most ${MOST_DESCRIPTION} are allowed.`,
        ...at,
      };
    const [tag] = TAG.exec(skill.description) ?? [];
    return tag === undefined
      ? undefined
      : {
          status: 'error',
          message: `The description holds "${tag}", which agents read as markup; write it without angle brackets.`,
          corrected: `description: ${JSON.stringify(skill.description.replace(/[<>]/g, ''))}`,
          ...at,
        };
  },
};

export const compatibilityField: CheckRule = {
  name: 'compatibility_field',
  passed: `"compatibility" is left out or a text of at most ${MOST_COMPATIBILITY} characters.`,
  of(skill) {
    if (!has(skill, 'compatibility')) return undefined;
    const value = valueOf(skill, 'compatibility');
    const fits = typeof value === 'string' && value.trim() !== '';
    if (fits && lengthOf(value) <= MOST_COMPATIBILITY) return undefined;
    return {
      status: 'error',
      message: `"compatibility" must be a text of 1 to ${MOST_COMPATIBILITY} characters.`,
      ...atKey(skill, 'compatibility'),
    };
  },
};

export const licenseField: CheckRule = {
  name: 'license_field',
  passed: '"license" is left out or a text.',
  of(skill) {
    const value = valueOf(skill, 'license');
    if (!has(skill, 'license') || (typeof value === 'string' && value.trim() !== ''))
      return undefined;
    return {
      status: 'error',
      message: '"license" must be the name of a license or of a file with one.',
      ...atKey(skill, 'license'),
    };
  },
};

export const unknownKeys: CheckRule = {
  name: 'frontmatter_unknown_keys',
  passed: 'All keys of the front matter are known.',
  of(skill) {
    const unknown = [...skill.frontMatter.values.keys()].filter((key) => !SKILL_KEYS.includes(key));
    const [first, ...rest] = unknown;
    if (first === undefined) return undefined;
    const them = rest.length === 0 ? 'it' : 'them';
    const keys = unknown.map((key) => `"${key}"`).join(', ');
    return {
      status: 'warning',
      message: `Agents do not know ${keys}; put ${them} below "metadata" or leave ${them} out.`,
      ...atKey(skill, first),
      others: rest.map((key) => `${key} (line ${skill.frontMatter.lines.get(key) ?? 1})`),
    };
  },
};
