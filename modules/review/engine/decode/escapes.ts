import type { Stretch } from './stretch.js';

interface Escape {
  readonly step: string;
  /** What the text must contain for the search to be worth its time. */
  readonly mark: string;
  /** A run of it, or a stretch with several. */
  readonly pattern: RegExp;
  /** One number of it; left out where nothing but two digits each stands between the marks. */
  readonly one?: RegExp;
  readonly base: number;
}

const HEX2 = '[0-9a-fA-F]{2}';
/** Pieces of one match, at most: what one match may take is bounded. */
const MOST = 100_000;
/** Every pattern repeats pieces of bounded length, so that the search is linear. */
const ESCAPES: readonly Escape[] = [
  {
    step: 'escapes',
    mark: '\\x',
    pattern: new RegExp(`(?:\\\\{1,2}x${HEX2}){4,${MOST}}`, 'g'),
    base: 16,
  },
  {
    step: 'escapes',
    mark: '\\u',
    pattern: /(?:\\{1,2}u(?:[0-9a-fA-F]{4}|\{[0-9a-fA-F]{1,6}\})){4,100000}/g,
    one: /u\{?([0-9a-fA-F]{1,6})/g,
    base: 16,
  },
  {
    step: 'escapes',
    mark: '\\1',
    pattern: /(?:\\{1,2}[01]?[0-7]{2}){6,100000}/g,
    one: /\\([0-7]{2,3})/g,
    base: 8,
  },
  {
    step: 'percent',
    mark: '%',
    pattern: new RegExp(`(?:%${HEX2}){4,${MOST}}`, 'g'),
    base: 16,
  },
  {
    step: 'quoted-printable',
    mark: '=',
    pattern: /(?:=[0-9A-F]{2}){4,100000}/g,
    base: 16,
  },
  {
    step: 'entities',
    mark: '&#x',
    pattern: /(?:&#[xX][0-9a-fA-F]{1,6};?){4,100000}/g,
    one: /&#[xX]([0-9a-fA-F]{1,6})/g,
    base: 16,
  },
  {
    step: 'entities',
    mark: '&#',
    pattern: /(?:&#\d{1,7};?){4,100000}/g,
    one: /&#(\d{1,7})/g,
    base: 10,
  },
  {
    step: 'character codes',
    mark: ',',
    pattern: /\b\d{2,3}(?:[ \t]?,\s{0,16}\d{2,3}){7,100000}/g,
    one: /(\d+)/g,
    base: 10,
  },
  {
    step: 'character codes',
    mark: ' ',
    pattern: /\b(?:9[7-9]|1[012]\d|[3-8]\d|10)(?: (?:9[0-9]|1[012]\d|[3-8]\d|10)){11,100000}\b/g,
    one: /(\d+)/g,
    base: 10,
  },
  {
    step: 'character codes',
    mark: '0x',
    pattern: new RegExp(`\\b0x${HEX2}(?:[ \\t]?,?\\s{0,16}0x${HEX2}){7,${MOST}}`, 'g'),
    base: 16,
  },
  {
    step: 'hex',
    mark: ' ',
    pattern: new RegExp(`\\b${HEX2}(?:[ :,-]\\s?${HEX2}){11,${MOST}}\\b`, 'g'),
    base: 16,
  },
  {
    step: 'binary',
    mark: '01',
    pattern: /\b[01]{8}(?:[ ,]?[01]{8}){5,100000}\b/g,
    one: /([01]{8})/g,
    base: 2,
  },
];
const HIGHEST = 0x10_ffff;

/** Characters that are written as numbers, one after the other. */
export function* escapeStretches(text: string): Generator<Stretch> {
  for (const { step, mark, pattern, one, base } of ESCAPES) {
    if (!text.includes(mark)) continue;
    for (const { 0: run, index: from } of text.matchAll(pattern)) {
      yield { from, step, content: one === undefined ? hexOf(run) : numbersOf(run, one, base) };
    }
  }
  yield* hexStretches(text);
  yield* calledCodes(text);
  yield* mixedEscapes(text);
  yield* programAddresses(text);
}

const hexOf = (run: string): Buffer => Buffer.from(run.replace(/0x|[^0-9a-f]/gi, ''), 'hex');

function numbersOf(run: string, one: RegExp, base: number): Buffer | string {
  const codes: number[] = [];
  for (const [, digits = ''] of run.matchAll(one)) codes.push(parseInt(digits, base));
  // bytes of UTF-8 make letters together; larger numbers are letters themselves
  return codes.every((code) => code < 256) ? Buffer.from(codes) : lettersOf(codes);
}

const lettersOf = (codes: readonly number[]): string =>
  codes.map((code) => (code <= HIGHEST ? String.fromCodePoint(code) : '\ufffd')).join('');

function* hexStretches(text: string): Generator<Stretch> {
  for (const { 0: run, index: from } of text.matchAll(/(?:[0-9a-fA-F]{2}){12,100000}/g))
    if (/^[2-7a0][0-9a-fA-F]|^1f8b|^78|^cf|^ca/i.test(run))
      yield { from, step: 'hex', content: Buffer.from(run, 'hex') };
}

const CALL =
  /\b(?:chr|unichr|fromCharCode|fromCodePoint|char|\[char\])\s?\(?\s?(0x[0-9a-f]{2}|\d{2,3})\b\)?/gi;
const FARTHEST = 12;

/** `chr(99)+chr(117)` and its kind. */
function* calledCodes(text: string): Generator<Stretch> {
  let from = 0;
  let to = -1;
  let codes: number[] = [];
  for (const { 0: call, 1: digits = '', index } of text.matchAll(CALL)) {
    if (to !== -1 && index - to > FARTHEST) {
      if (codes.length >= 6) yield { from, step: 'character codes', content: Buffer.from(codes) };
      codes = [];
    }
    if (codes.length === 0) from = index;
    codes.push(Number(digits) & 0xff);
    to = index + call.length;
  }
  if (codes.length >= 6) yield { from, step: 'character codes', content: Buffer.from(codes) };
}

const ASCII_ESCAPE = /\\x[2-7][0-9a-fA-F]|\\u00[2-7][0-9a-fA-F]|%(?:[46][1-9a-fA-F]|[57][0-9aA])/g;
const WORD = /[^\s"'`<>]{1,100000}/g;
const LEAST = 3;

/** Words some of whose letters are escaped, which nothing needs: `c\x75r\x6c`, `%63url%20`. */
function* mixedEscapes(text: string): Generator<Stretch> {
  if (!/\\x[2-7]|\\u00[2-7]|%[4-7]/.test(text)) return;
  for (const { 0: word, index: from } of text.matchAll(WORD)) {
    if (!hasSeveral(word)) continue;
    const content = word
      .replace(/%20/g, ' ')
      .replace(ASCII_ESCAPE, (escape) => String.fromCharCode(parseInt(escape.slice(-2), 16)));
    yield { from, step: 'escapes', content };
  }
}

/** Fewer than three stand in many addresses. */
function hasSeveral(word: string): boolean {
  const escapes = word.matchAll(ASCII_ESCAPE);
  for (let count = 0; count < LEAST; count++) if (escapes.next().done === true) return false;
  return true;
}

const ADDRESS =
  /\b(?:data:(?:text\/|application\/(?:javascript|ecmascript|xhtml)|image\/svg)[\w.+/;=-]{0,200},|javascript:)[^\s"'`<>]{8,100000}/gi;

/** Addresses that are pages or programs themselves. */
function* programAddresses(text: string): Generator<Stretch> {
  if (!/data:|javascript:/i.test(text)) return;
  for (const { 0: address, index: from } of text.matchAll(ADDRESS)) {
    const content = address.replace(/^[^,:]*:[^,]*,|^javascript:/i, '');
    if (!address.includes(';base64,') && content.includes('%'))
      yield { from, step: 'percent', content: bytesOf(content) };
  }
}

const bytesOf = (text: string): Buffer =>
  Buffer.from(
    text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  );
