/** What of a document counts: neither copies nor words that say nothing of the subject. */
import type { Fence, Heading, InlineCode, Markdown, Paragraph } from './markdown.js';
import { isRowOfWords } from './keywords.js';
import { isGrammatical, termsOf, wordsOf } from './words.js';

export interface Content {
  /** Those with something below them, each once. */
  readonly headings: readonly Heading[];
  readonly paragraphs: readonly Paragraph[];
  readonly fences: readonly Fence[];
  readonly codes: readonly InlineCode[];
  /** What stands in it already. */
  readonly repeated: readonly { readonly line: number }[];
  /** What it is about: the terms of what counts. */
  readonly terms: ReadonlySet<string>;
  /** About what a model counts. */
  readonly tokens: number;
  /** Lines that are not blank. */
  readonly filled: number;
}

/** Shorter ones repeat themselves for good reasons, such as captions of examples. */
const LEAST_WORDS = 8;
const CHARACTERS_OF_TOKEN = 4;
/** Of terms that stand nowhere else, so many show that something is said. */
const ENOUGH_TERMS = 3;

/** With one that stands elsewhere, so many are enough. */
const ENOUGH_SHARED = 2;
/** Of headings. */
const LEVELS = 6;
/** So many tell a text from others. */
const TELLING_TERMS = 4;

/** A part of a document, and the terms in it. */
interface Part<Of extends { readonly line: number }> {
  readonly of: Of;
  readonly text: string;
  readonly terms: ReadonlySet<string>;
}

/** Reads what counts of a document with that description. */
export function contentOf(document: Markdown, description: string): Content {
  const repeated: { line: number }[] = [];
  const paragraphs = distinct(document.paragraphs, ({ text }) => text, repeated);
  const fences = distinct(document.fences, ({ lines }) => lines.join('\n'), repeated);
  const all = distinct(document.headings, ({ text }) => text, []);
  const headings = filledOf(all, document, [...paragraphs, ...fences]);
  const shared = sharedTerms([...paragraphs, ...fences, ...headings], termsOf(description));
  const prose = paragraphs.filter((part) => saysSomething(part, shared));
  const code = fences.filter(({ terms }) => [...terms].some((term) => shared.has(term)));
  const above = filledOf(headings, document, [...prose, ...code]);
  const rows = document.lines.slice(document.from);
  return {
    headings: above.map(({ of }) => of),
    paragraphs: prose.map(({ of }) => of),
    fences: code.map(({ of }) => of),
    codes: codesOf(document, [...prose, ...above]),
    repeated,
    terms: new Set([...prose, ...code, ...above].flatMap(({ terms }) => [...terms])),
    tokens: Math.ceil(rows.reduce((sum, row) => sum + row.length + 1, 0) / CHARACTERS_OF_TOKEN),
    filled: rows.filter((row) => row.trim() !== '').length,
  };
}

/** The first of those that differ by more than numbers; longer ones that do not are noted. */
function distinct<Of extends { readonly line: number }>(
  all: readonly Of[],
  textOf: (one: Of) => string,
  repeated: { line: number }[],
): readonly Part<Of>[] {
  const seen = new Set<string>();
  const parts: Part<Of>[] = [];
  for (const of of all) {
    const text = textOf(of);
    const words = wordsOf(text);
    const terms = termsOf(text);
    const key = keyOf(words, terms);
    if (!seen.has(key)) parts.push({ of, text, terms });
    else if (words.length >= LEAST_WORDS) repeated.push({ line: of.line });
    seen.add(key);
  }
  return parts;
}

/** Equal for texts of the same words but for numbers, and for longer ones of the same terms. */
const keyOf = (words: readonly string[], terms: ReadonlySet<string>): string =>
  terms.size >= TELLING_TERMS
    ? [...terms].sort().join(' ')
    : words.join(' ').toLowerCase().replace(/\d+/g, '').replace(/\s+/g, ' ').trim();

/** Terms that stand in more than one part, or in the description too. */
function sharedTerms(
  parts: readonly { readonly terms: ReadonlySet<string> }[],
  described: ReadonlySet<string>,
): ReadonlySet<string> {
  const seen = new Set(described);
  const shared = new Set<string>();
  for (const { terms } of parts)
    for (const term of terms) {
      if (seen.has(term)) shared.add(term);
      seen.add(term);
    }
  return shared;
}

function saysSomething({ text, terms }: Part<Paragraph>, shared: ReadonlySet<string>): boolean {
  if (!isGrammatical(text) || isRowOfWords(text)) return false;
  if (terms.size >= ENOUGH_TERMS) return true;
  return terms.size >= ENOUGH_SHARED && [...terms].some((term) => shared.has(term));
}

/** Those with a part between them and the next heading of their level; in one pass from the end. */
function filledOf(
  headings: readonly Part<Heading>[],
  document: Markdown,
  parts: readonly Part<{ readonly line: number }>[],
): readonly Part<Heading>[] {
  const lines = parts.map(({ of }) => of.line).sort((one, other) => one - other);
  const filled = new Set<number>();
  /** By level: whether something stands below, before the next heading of that level or above it. */
  const below = Array.from({ length: LEVELS + 1 }, () => false);
  for (const { line, level } of [...document.headings].reverse()) {
    if ((lines.at(-1) ?? 0) > line) below.fill(true);
    while ((lines.at(-1) ?? 0) > line) lines.pop();
    if (below[level] === true) filled.add(line);
    below.fill(false, level);
  }
  return headings.filter(({ of }) => filled.has(of.line));
}

/** Each once, those in parts that count. */
function codesOf(
  { codes, paragraphs, headings }: Markdown,
  counted: readonly Part<{ readonly line: number }>[],
): readonly InlineCode[] {
  const starts = [...paragraphs, ...headings]
    .map(({ line }) => line)
    .sort((one, other) => one - other);
  const counts = new Set(counted.map(({ of }) => of.line));
  const seen = new Set<string>();
  let at = 0;
  return codes.filter(({ text, line }) => {
    while ((starts[at + 1] ?? Infinity) <= line) at++;
    const key = text.toLowerCase().replace(/\d+/g, '0');
    if (!counts.has(starts[at] ?? 0) || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
