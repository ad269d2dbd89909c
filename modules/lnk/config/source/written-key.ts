import type { Format } from '../document/document.js';
import { withoutTemplates } from './templates.js';

/**
 * The offset of `key` at the root of a text that does not parse before it is rendered; `undefined` when it is not written there. It
 * looks at brackets, quotes and the beginnings of lines only.
 */
export function writtenKey(text: string, format: Format): number | undefined {
  const plain = withoutTemplates(text);
  if (format === 'toml') return inToml(plain);
  const braces = format === 'json' || /^\s*\{/.test(plain);
  return braces ? inBraces(plain) : offsetOf(/^(?:"key"|'key'|key)[ \t]*:(?:\s|$)/m, plain);
}

function inToml(text: string): number | undefined {
  const header = offsetOf(/^[ \t]*\[/m, text) ?? text.length;
  const key = offsetOf(/^[ \t]*(?:"key"|'key'|key)[ \t]*=/m, text);
  return key !== undefined && key < header ? key : undefined;
}

/** Behind the indent. */
function offsetOf(pattern: RegExp, text: string): number | undefined {
  const match = pattern.exec(text);
  return match === null ? undefined : match.index + match[0].search(/\S/);
}

const DEEPER: Readonly<Record<string, number>> = { '{': 1, '[': 1, '}': -1, ']': -1 };

function inBraces(text: string): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\\r\n]|\\.)*"|\bkey\b|[{}[\]]/g)) {
    depth += DEEPER[token] ?? 0;
    const named = token === '"key"' || token === 'key';
    if (depth === 1 && named && /^\s*:/.test(text.slice(index + token.length, index + 100)))
      return index;
  }
  return undefined;
}
