/** Checks of keys of the front matter with a structure of their own. */
import { isRecord } from '../../../../toolbox/type-guards.js';
import { atKey, type CheckRule, type Outcome } from './check-rule.js';
import { toolListFault } from './tool-list.js';
import type { Skill } from '../document/skill.js';

export const allowedToolsField: CheckRule = {
  name: 'allowed_tools_field',
  passed: '"allowed-tools" is left out or a list of tools.',
  of(skill) {
    const { values } = skill.frontMatter;
    if (!values.has('allowed-tools')) return undefined;
    const value = values.get('allowed-tools');
    const at = atKey(skill, 'allowed-tools');
    if (value === null || value === '')
      return { status: 'warning', message: '"allowed-tools" is empty; leave it out.', ...at };
    const fault = toolListFault(value);
    if (fault === undefined) return undefined;
    const isList = typeof value === 'string' || Array.isArray(value);
    return {
      status: isList ? 'warning' : 'error',
      message: `"allowed-tools" cannot be read: ${fault}.`,
      ...at,
    };
  },
};

export const metadataField: CheckRule = {
  name: 'metadata_field',
  passed: '"metadata" is left out or a mapping of texts.',
  of(skill) {
    const { values } = skill.frontMatter;
    if (!values.has('metadata')) return undefined;
    const metadata = values.get('metadata');
    const at = atKey(skill, 'metadata');
    if (!isRecord(metadata))
      return { status: 'error', message: '"metadata" must be a mapping of keys to texts.', ...at };
    const other = Object.entries(metadata).filter(([, value]) => typeof value !== 'string');
    const [first] = other;
    if (first === undefined) return undefined;
    const [key, value] = first;
    return {
      status: 'warning',
      message: `The value of "${key}" in "metadata" is no text; put it in quotes.`,
      ...lineBelow(skill, 'metadata', key),
      ...(typeof value !== 'object' && { corrected: `${key}: "${JSON.stringify(value)}"` }),
      others: other.slice(1).map(([name]) => name),
    };
  },
};

/** The line of a key below another. */
function lineBelow(skill: Skill, parent: string, key: string): { readonly line?: number } {
  const start = skill.frontMatter.lines.get(parent);
  if (start === undefined) return {};
  for (let row = start; row < skill.body.from; row++)
    if ((skill.lines[row] ?? '').trimStart().startsWith(`${key}:`)) return { line: row + 1 };
  return { line: start };
}

/** A version as packages have it, with or without its last number. */
const VERSION = /^v?\d+(?:\.\d+){0,2}(?:[-+][\w.+-]+)?$/;

export const metadataVersion: CheckRule = {
  name: 'metadata_version',
  passed: 'The version is left out or a text such as "1.0.0".',
  of(skill) {
    const { values } = skill.frontMatter;
    const metadata = values.get('metadata');
    const nested = isRecord(metadata) && Object.hasOwn(metadata, 'version');
    if (!nested && !values.has('version')) return undefined;
    const version: unknown = nested ? metadata.version : values.get('version');
    const fault = versionFault(version);
    const at = nested ? lineBelow(skill, 'metadata', 'version') : atKey(skill, 'version');
    return fault && { ...fault, ...at };
  },
};

function versionFault(version: unknown): Outcome | undefined {
  if (typeof version === 'string' && VERSION.test(version.trim())) return undefined;
  if (typeof version !== 'number')
    return { status: 'warning', message: 'The version is not written like "1.0.0".' };
  const text = Number.isInteger(version) ? `${version}.0` : String(version);
  return {
    status: 'warning',
    message: 'The version is a number, which loses zeros at its end; put it in quotes.',
    corrected: `version: "${text}"`,
  };
}
