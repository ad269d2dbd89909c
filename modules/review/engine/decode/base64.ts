import type { Stretch } from './stretch.js';

/** Bounded, since what one match may take is; pieces of one run are joined like lines. */
const RUN = /[A-Za-z0-9+/_-]{16,1000000}/g;
/** Between the lines, or joined strings, of one text. */
const BETWEEN =
  /^={0,2}\\?["']?[ \t]*[\\+.,]?[ \t]*\\?\r?\n[ \t>#*/"'+.]*$|^["'][ \t]*[+.,]?[ \t]*["']$/;
const LONGEST_BETWEEN = 60;
/** Lines of wrapped base64 are at least as long. */
const SHORTEST_LINE = 32;
/** The end of wrapped base64 can be shorter than what counts by itself. */
const REST =
  /^={0,2}\\?["']?[ \t]*[\\+.,]?[ \t]*\\?\r?\n[ \t>#*/"'+.]*([A-Za-z0-9+/_-]{2,15})(?![A-Za-z0-9+/_-])={0,2}["'`]?[;,)\]]*[ \t]*$/m;
const SHORTEST = 16;
const GLUE = /[/_-]/;
/** Data that is looked at or listened to, and maps of sources. */
const HARMLESS =
  /(?:data:(?:image\/(?!svg)|font\/|audio\/|video\/|application\/(?:x-)?font)|sourceMappingURL=data:)[\w.+/;=,-]*$/i;
const LONGEST_PREFIX = 120;

/** Base64, standard or safe for addresses, also over several lines. */
export function* base64Stretches(text: string): Generator<Stretch> {
  for (const { from, run } of joinedRuns(text)) {
    if (HARMLESS.test(text.slice(Math.max(0, from - LONGEST_PREFIX), from))) continue;
    for (const { at, part } of partsOf(run))
      if (startsPlausibly(part))
        yield { from: from + at, step: 'base64', content: Buffer.from(part, 'base64') };
  }
}

interface Joined {
  readonly from: number;
  to: number;
  run: string;
  /** Length of the last line. */
  last: number;
}

function* joinedRuns(text: string): Generator<{ from: number; run: string }> {
  let open: Joined | undefined;
  for (const { 0: run, index: from } of text.matchAll(RUN)) {
    if (open !== undefined && continues(text.slice(open.to, from), open.last)) {
      open.run += run;
      open.to = from + run.length;
      open.last = run.length;
      continue;
    }
    if (open !== undefined) yield withRest(text, open);
    open = { from, to: from + run.length, run, last: run.length };
  }
  if (open !== undefined) yield withRest(text, open);
}

function withRest(text: string, { from, to, run, last }: Joined): { from: number; run: string } {
  if (last < SHORTEST_LINE) return { from, run };
  const [, rest = ''] = REST.exec(text.slice(to, to + LONGEST_BETWEEN)) ?? [];
  return { from, run: run + rest };
}

const continues = (between: string, lastLength: number): boolean =>
  between === '' ||
  (between.length <= LONGEST_BETWEEN && lastLength >= SHORTEST_LINE && BETWEEN.test(between));

/** All of it, and what a path or a flag may be glued to: `/tmp/aGVsbG8…`. */
function* partsOf(run: string): Generator<{ at: number; part: string }> {
  yield { at: 0, part: run };
  if (!GLUE.test(run)) return;
  let at = 0;
  for (const part of run.split(GLUE)) {
    if (part.length >= SHORTEST) yield { at, part };
    at += part.length + 1;
  }
}

/** Whether the first bytes are those of a text, of something compressed or of a program: nearly all else is sorted out here. */
function startsPlausibly(run: string): boolean {
  const start = Buffer.from(run.slice(0, 6), 'base64');
  const [one = 0, two = 0] = start;
  return start.every(isTextual) || (isTextual(one) && two === 0) || SIGNED.has(one * 256 + two);
}

/** First two bytes of gzip, zlib and programs, and the byte order mark of UTF-16. */
const SIGNED = new Set([0x1f8b, 0x7801, 0x785e, 0x789c, 0x78da, 0x7f45, 0xcffa, 0xcafe, 0xfffe]);

/** Printable ASCII, white space, or part of a letter of UTF-8. */
export const isTextual = (byte: number): boolean =>
  (byte >= 0x20 && byte !== 0x7f) || byte === 9 || byte === 10 || byte === 13 || byte === 27;
