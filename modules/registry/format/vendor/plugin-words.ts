import { PLUGIN_DIR_TOKEN } from '../../contract/hook-format.js';
import { pluginPath } from '../relative-path.js';
import type { Draft } from './draft.js';

/** A word that names a file of the plugin from its folder, with our token in front; any other word as it is. */
export function inPlugin(word: string, draft: Pick<Draft, 'has'>): string {
  if (!/^[\w.][\w./-]*$/.test(word)) return word;
  const path = pluginPath(word);
  return path !== undefined && draft.has(path) ? `${PLUGIN_DIR_TOKEN}/${path}` : word;
}

/** The same for every word of a shell command. */
export function wordsInPlugin(command: string, draft: Pick<Draft, 'has'>): string {
  return command.replaceAll(/(?<=^|[\s"'])[\w.][\w./-]*/g, (word) => inPlugin(word, draft));
}
