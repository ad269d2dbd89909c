import type { TextStyle } from 'svc-registry/kernel';
import type { PluginChange } from '../../contract/results.js';
import { oneLine } from './plugin-words.js';

const MOST_LINES = 20;

/** What of a plugin's source was not taken, a line each. */
export function leftOutLines({ leftOut }: PluginChange, style: TextStyle): readonly string[] {
  const lines = leftOut
    .slice(0, MOST_LINES)
    .map(({ what, why }) => `${style.yellow('left out')} ${oneLine(what)}: ${oneLine(why)}`);
  const more = leftOut.length - lines.length;
  const all = more > 0 ? [...lines, `and ${more} more that were left out (--json)`] : lines;
  return all.map((line) => `    ${line}`);
}
