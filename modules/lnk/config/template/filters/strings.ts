import { isSpace, trimmedEnd, trimmedStart } from '../tokens/whitespace.js';
import type { Budget } from '../evaluate/budget.js';
import { graphemes } from './graphemes.js';
import { onText, type Arguments, type Filter } from './signature.js';
import { slug } from './slug.js';

const PATTERN = { pat: { type: 'text', required: true } } as const;

/** Filters of texts. */
export const STRING_FILTERS: Readonly<Record<string, Filter>> = {
  lower: onText((text) => text.toLowerCase()),
  upper: onText((text) => text.toUpperCase()),
  capitalize: onText(capitalized),
  title: onText(titled),
  trim: onText((text) => {
    const start = trimmedStart(text, 0, text.length);
    return text.slice(start, trimmedEnd(text, start, text.length));
  }),
  trim_start: onText((text) => text.slice(trimmedStart(text, 0, text.length))),
  trim_end: onText((text) => text.slice(0, trimmedEnd(text, 0, text.length))),
  trim_start_matches: onText((text, args) => withoutStart(text, patternOf(args)), PATTERN),
  trim_end_matches: onText((text, args) => withoutEnd(text, patternOf(args)), PATTERN),
  truncate: onText(truncated, { length: { type: 'count' }, end: { type: 'text' } }),
  wordcount: onText((text) => BigInt(words(text))),
  replace: onText(
    (text, args) => replaced(text, { from: args.text('from'), to: args.text('to') }, args),
    { from: { type: 'text', required: true }, to: { type: 'text', required: true } },
  ),
  addslashes: onText((text) => text.replace(/[\\"']/g, '\\$&')),
  slugify: onText(slug),
  linebreaksbr: onText((text) => text.replace(/\r?\n/g, '<br>')),
  indent: onText(indented, {
    prefix: { type: 'text' },
    first: { type: 'flag' },
    blank: { type: 'flag' },
  }),
  split: onText(split, PATTERN),
};

/** Texts have no escapes, so that these filters read the two that are of use. */
function patternOf(args: Arguments): string {
  return args.text('pat').replaceAll('\\n', '\n').replaceAll('\\t', '\t');
}

function capitalized(text: string): string {
  const [first = ''] = text;
  return first.toUpperCase() + text.slice(first.length).toLowerCase();
}

const WORD = String.raw`\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\u200c\u200d`;
const BOUNDARY = `(?:(?<=[${WORD}])(?![${WORD}])|(?<![${WORD}])(?=[${WORD}]))`;
const TITLE_WORD = new RegExp(`${BOUNDARY}([${WORD}'])([${WORD}']*)${BOUNDARY}`, 'gu');

function titled(text: string): string {
  return text.replace(
    TITLE_WORD,
    (_, first: string, rest: string) => first.toUpperCase() + rest.toLowerCase(),
  );
}

function withoutStart(text: string, pattern: string): string {
  if (pattern === '') return text;
  let start = 0;
  while (text.startsWith(pattern, start)) start += pattern.length;
  return text.slice(start);
}

function withoutEnd(text: string, pattern: string): string {
  if (pattern === '') return text;
  let end = text.length;
  while (end >= pattern.length && text.endsWith(pattern, end)) end -= pattern.length;
  return text.slice(0, end);
}

function truncated(text: string, args: Arguments): string {
  const length = args.integer('length', 255);
  if (text.length <= length) return text;
  let kept = 0;
  let count = 0;
  for (const grapheme of graphemes(text, args.budget)) {
    if (count === length) return text.slice(0, kept) + args.text('end', '…');
    kept += grapheme.length;
    count += 1;
  }
  return text;
}

function words(text: string): number {
  let count = 0;
  let inWord = false;
  for (const character of text) {
    const space = isSpace(character);
    if (!space && !inWord) count += 1;
    inWord = !space;
  }
  return count;
}

function replaced(
  text: string,
  { from, to }: { from: string; to: string },
  { budget }: Arguments,
): string {
  const parts = pieces(text, from, budget);
  budget.text(text.length + parts.length * Math.max(0, to.length - from.length));
  return parts.join(to);
}

function indented(text: string, args: Arguments): string {
  const prefix = args.text('prefix', '    ');
  const lines = text.split('\n');
  // the end of the last line begins no other one
  if (lines.at(-1) === '') lines.pop();
  args.budget.text(text.length + lines.length * prefix.length);
  return lines
    .map((line) => line.replace(/\r$/, ''))
    .map((line, index) => {
      const isBlank = trimmedStart(line, 0, line.length) === line.length;
      const indents = index === 0 ? args.flag('first') : args.flag('blank') || !isBlank;
      return indents ? prefix + line : line;
    })
    .join('\n');
}

function split(text: string, args: Arguments): readonly string[] {
  const pattern = patternOf(args);
  const parts = pieces(text, pattern, args.budget);
  args.budget.step(parts.length);
  return parts;
}

/** An empty text is found between all characters. */
function pieces(text: string, separator: string, budget: Budget): string[] {
  if (separator !== '') return text.split(separator);
  budget.step(text.length);
  return ['', ...Array.from(text), ''];
}
