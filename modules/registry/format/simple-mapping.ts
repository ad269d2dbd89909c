import type { YamlMapping } from './yaml-mapping.js';

/** Non-printable characters including tabs, which YAML readers may treat specially. */
const ODD =
  /[^\n\x20-\x7e\u00a1-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;
const KEY = /^[A-Za-z][\w-]{0,63}$/;
/** `null`, `true` and most words that begin with a digit are not texts in YAML, but versions with two dots are. */
const WORD_OF_ITS_OWN = /^(?:null|true|false)$/i;
const BEGINS_A_TEXT = /^(?:[A-Za-z]|\d{1,9}\.\d{1,9}\.\d)/;

/**
 * Reads a mapping of only `key: text` lines, as most front matter is, with the same result as `readYamlMapping` but much
 * faster. `undefined` for any other text, valid or not.
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

/** A quoted text without escapes or inner quotes is taken literally. */
function quotedText(value: string, quote: string): string | undefined {
  const inner = value.slice(1, -1);
  const isWhole = value.length > 1 && value.endsWith(quote);
  return isWhole && !inner.includes(quote) && !inner.includes('\\') ? inner : undefined;
}

/** Not `trim()`, which strips characters that YAML does not treat as spaces. */
function trimSpaces(text: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === ' ') start += 1;
  while (end > start && text[end - 1] === ' ') end -= 1;
  return text.slice(start, end);
}
