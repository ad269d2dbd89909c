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
  const headings = distinct(document.headings, ({ text }) => text, []);
  const shared = sharedTerms([...paragraphs, ...fences, ...headings], termsOf(description));
  const prose = paragraphs.filter((part) => saysSomething(part, shared));
  const code = fences.filter(({ terms }) => [...terms].some((term) => shared.has(term)));
  const above = headings.filter(({ of }) => isFilled(of, document, [...prose, ...code]));
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
    const key = words.join(' ').toLowerCase().replace(/\d+/g, '0');
    if (!seen.has(key)) parts.push({ of, text, terms: termsOf(text) });
    else if (words.length >= LEAST_WORDS) repeated.push({ line: of.line });
    seen.add(key);
  }
  return parts;
}

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
  return terms.size >= ENOUGH_TERMS || [...terms].some((term) => shared.has(term));
}

/** Whether something that counts stands between a heading and the next of its level. */
function isFilled(
  { line, level }: Heading,
  { headings }: Markdown,
  parts: readonly Part<{ readonly line: number }>[],
): boolean {
  const next = headings.find((other) => other.line > line && other.level <= level);
  const end = next?.line ?? Infinity;
  return parts.some(({ of }) => of.line > line && of.line < end);
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
