import { basename, dirname } from 'node:path';
import { isReservedName } from '../../../../identity/contract/name-rules.js';
import { isReservedPlugin } from '../../../../registry/contract/reserved-names.js';
import type { GitSource } from '../../resolve/git-source.js';

const MAX_WORKSPACE = 100;
const MAX_PLUGIN = 90;
const MAX_SKILL = 64;
/** Folder names that say nothing about whose skills they hold. */
const COMMON: ReadonlySet<string> = new Set([
  'skills',
  'skill',
  '.claude',
  '.agents',
  'src',
  'plugin',
]);

/** Turns any text into a name: lower-case letters and digits, words joined by single hyphens. Empty if the text has none. */
function nameFrom(text: string, longest: number): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, longest)
    .replace(/-$/, '');
}

export function skillNameFrom(text: string): string {
  return nameFrom(text, MAX_SKILL);
}

/** The plugin name for a repository's skills: `<owner>/<repository>`, plus the folder if it is not the whole repository. */
export function nameOfRepository({ repository, host }: GitSource, path: string): string {
  const segments = repository.split('/');
  const name = [segments.at(-1) ?? '', ...(path === '' ? [] : [basename(path)])].join('-');
  return pluginName(segments.slice(0, -1).join('-') || host, name);
}

/** The plugin name for the skills of a local folder: `local/<folder>`. */
export function nameOfFolder(folder: string): string {
  const own = basename(folder);
  return pluginName('local', COMMON.has(own) ? `${basename(dirname(folder))}-${own}` : own);
}

/** The plugin name for another vendor's plugin in a folder of a repository or of this machine. */
export function nameOfNested(around: string, own: string): string {
  return pluginName(around.replace('/', '-'), own);
}

/** Whether a folder's name says nothing about what is in it. */
export function isCommonFolder(name: string): boolean {
  return COMMON.has(name) || name === 'plugins';
}

/** Repositories and folders may have names that the registry reserves, such as `search`. */
function pluginName(workspace: string, plugin: string): string {
  const owner = nameFrom(workspace, MAX_WORKSPACE) || 'git';
  const own = nameFrom(plugin, MAX_PLUGIN) || 'skills';
  return `${isReservedName(owner) ? `${owner}-git` : owner}/${isReservedPlugin(own) ? `${own}-plugin` : own}`;
}
