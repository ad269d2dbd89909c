import { PLUGIN_DIR_TOKEN } from '../contract/hook-format.js';
import { pluginPath } from './relative-path.js';

/** A path below the plugin's folder that a declaration names. */
export type TokenPath =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'escapes'; readonly written: string }
  /** Continues with a variable or a pattern, whose value is known only at run time. */
  | { readonly kind: 'open' };

/** Ends of a path in a shell command. */
const SHELL_END = /[\s"'`;|&<>():}]/;
const SHELL_OPEN = /[$*?[{]/;

/** The paths after each token of a text: to the end of the text, or for a shell command to the end of the word. */
export function tokenPaths(text: string, form: 'exec' | 'shell'): readonly TokenPath[] {
  return text
    .split(PLUGIN_DIR_TOKEN)
    .slice(1)
    .map((rest) => tokenPath(form === 'exec' ? rest : firstWord(rest)));
}

function firstWord(text: string): string {
  // a quoted token ends its quotes before the path goes on: "${SVC_PLUGIN_DIR}"/run.sh
  const unquoted = text.replace(/^["'](?=\/)/, '');
  const end = unquoted.search(SHELL_END);
  return end === -1 ? unquoted : unquoted.slice(0, end);
}

function tokenPath(written: string): TokenPath {
  const open = written.search(SHELL_OPEN);
  const known = open === -1 ? written : written.slice(0, open);
  const path = known === '' ? '.' : pluginPath(`.${known}`);
  if (path === undefined || (known !== '' && !known.startsWith('/')))
    return { kind: 'escapes', written };
  return open === -1 ? { kind: 'path', path } : { kind: 'open' };
}
