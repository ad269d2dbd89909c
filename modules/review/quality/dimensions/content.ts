/** The body without repetitions: copies count for nothing, and against conciseness. */
import { wordsOf } from '../document/words.js';
import type { Skill } from '../document/skill.js';
import type { Content, Located } from './feature.js';

/** Shorter ones repeat themselves for good reasons, such as headings of examples. */
const LEAST_WORDS = 8;
const CHARACTERS_OF_TOKEN = 4;

export function contentOf({ body, lines }: Skill): Content {
  const repeated: Located[] = [];
  const once = <Part extends { readonly line: number }>(
    parts: readonly Part[],
    textOf: (part: Part) => string,
  ): readonly Part[] => {
    const seen = new Set<string>();
    return parts.filter((part) => {
      const words = wordsOf(textOf(part));
      const text = words.join(' ').toLowerCase();
      if (seen.has(text) && words.length >= LEAST_WORDS) repeated.push({ line: part.line });
      return seen.size < seen.add(text).size;
    });
  };
  const paragraphs = once(body.paragraphs, ({ text }) => text);
  const fences = once(body.fences, (fence) => fence.lines.join(' '));
  const codes = once(body.codes, ({ text }) => text);
  const rows = lines.slice(body.from);
  return {
    paragraphs,
    fences,
    codes,
    repeated,
    tokens: Math.ceil(rows.reduce((sum, row) => sum + row.length + 1, 0) / CHARACTERS_OF_TOKEN),
    filled: rows.filter((row) => row.trim() !== '').length,
  };
}
