import { parsedJson } from '../../../toolbox/parsed-json.js';
import type { Path } from './problem.js';

const PART = /\.?([^.[\]]+)|\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]/gy;

/** The path that a text such as `feature.fs.mapping["^/app"]` writes: the reverse of `pathText`. Unreadable text is one name. */
export function readPath(text: string): Path {
  const parts: (string | number)[] = [];
  let end = 0;
  for (const match of text.matchAll(PART)) {
    const [whole, name, index, quoted] = match;
    end = match.index + whole.length;
    if (name !== undefined) parts.push(name);
    else parts.push(index === undefined ? unquoted(quoted ?? '') : Number(index));
  }
  return end === text.length ? parts : [text];
}

function unquoted(text: string): string {
  const value = parsedJson(`"${text}"`);
  return typeof value === 'string' ? value : text;
}
