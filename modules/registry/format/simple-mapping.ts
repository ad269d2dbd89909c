import type { YamlMapping } from './yaml-mapping.js';

/** Anything that is not printable, tabs among it: what some reader might take for more than a character of a text. */
const ODD =
  /[^\n\x20-\x7e\u00a1-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;
const KEY = /^[A-Za-z][\w-]{0,63}$/;
/** `null` and `true` are no texts; nor are most words that begin with a digit, but versions with two dots are. */
const WORD_OF_ITS_OWN = /^(?:null|true|false)$/i;
const BEGINS_A_TEXT = /^(?:[A-Za-z]|\d{1,9}\.\d{1,9}\.\d)/;

/**
 * Reads a mapping of nothing but `key: text` lines, as most front matter is: exactly what `readYamlMapping` makes of it, in a
 * fraction of its time. `undefined` for anything else, be it sound or not.
 */
export function readSimpleMapping(text: string): YamlMapping | undefined {
  if (text === '' || ODD.test(text)) return undefined;
  const values = new Map<string, string>();
  const lines = new Map<string, number>();
  for (const [index, line] of text.split('\n').entries()) {
    const colon = line.indexOf(': ');
    const key = line.slice(0, Math.max(0, colon));
    const value =
      KEY.test(key) && !WORD_OF_ITS_OWN.test(key) ? textOf(line.slice(colon + 2)) : undefined;
    if (value === undefined || values.has(key)) return undefined;
    values.set(key, value);
    lines.set(key, index + 1);
  }
  return { values, lines };
}

function textOf(written: string): string | undefined {
  const value = trimSpaces(written);
  const quote = value[0];
  if (quote === '"' || quote === "'") return quotedText(value, quote);
  if (!BEGINS_A_TEXT.test(value) || WORD_OF_ITS_OWN.test(value)) return undefined;
  return value.includes(': ') || value.endsWith(':') || value.includes(' #') ? undefined : value;
}

/** What holds neither an escape nor another quote says just what stands there. */
function quotedText(value: string, quote: string): string | undefined {
  const inner = value.slice(1, -1);
  const isWhole = value.length > 1 && value.endsWith(quote);
  return isWhole && !inner.includes(quote) && !inner.includes('\\') ? inner : undefined;
}

/** Not `trim()`, to which more characters are space than to YAML. */
function trimSpaces(text: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === ' ') start += 1;
  while (end > start && text[end - 1] === ' ') end -= 1;
  return text.slice(start, end);
}
