import { linesIn, type Stretch } from './stretch.js';

const TAGS = /[\u{E0020}-\u{E007F}]/gu;
/** Flags of regions such as Scotland's are a black flag and tags. */
const FLAG = /\u{1F3F4}[\u{E0020}-\u{E007E}]{1,6}\u{E007F}/gu;
const SELECTORS = /[\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}]{4,100000}/gu;
/** Characters without width, with which bits are written. */
export const ZERO_WIDTH = '\\u200b-\\u200d\\u2060-\\u2064\\ufeff\\u180e\\u00ad\\u034f\\u061c';
const ZERO_WIDTHS = new RegExp(`[${ZERO_WIDTH}]`, 'gu');
const LEAST_BITS = 32;

/** Text in characters that nothing shows. */
export function* invisibleStretches(text: string): Generator<Stretch> {
  yield* blanksAtLineEnds(text);
  if (!/[^\x00-\x7f]/.test(text)) return;
  yield* taggedText(text);
  for (const { 0: run, index: from } of text.matchAll(SELECTORS))
    yield { from, step: 'variation selectors', content: Buffer.from(Array.from(run, byteOf)) };
  yield* zeroWidthBits(text);
}

/** Tags of a line belong together, also when letters stand between them. */
function* taggedText(text: string): Generator<Stretch> {
  if (!text.includes('\u{DB40}')) return;
  for (const { line, from: index } of linesIn(text)) {
    const tags = [...line.replace(FLAG, (flag) => ' '.repeat(flag.length)).matchAll(TAGS)];
    if (tags.length === 0) continue;
    const content = tags.map(([tag]) => String.fromCharCode((tag.codePointAt(0) ?? 0) - 0xe0000));
    yield { from: index + (tags[0]?.index ?? 0), step: 'unicode tags', content: content.join('') };
  }
}

/** A byte for each of 256 selectors. */
function byteOf(selector: string): number {
  const code = selector.codePointAt(0) ?? 0;
  return code < 0x10000 ? code - 0xfe00 : code - 0xe0100 + 16;
}

function* zeroWidthBits(text: string): Generator<Stretch> {
  for (const { line, from: index } of linesIn(text)) {
    const marks = [...line.matchAll(ZERO_WIDTHS)];
    if (marks.length < LEAST_BITS) continue;
    const from = index + (marks[0]?.index ?? 0);
    for (const content of bitsRead(marks.map(([mark]) => mark)))
      yield { from, step: 'zero-width characters', content };
  }
}

/** Two characters are bits in either order; a third one may stand between letters. */
function* bitsRead(marks: readonly string[]): Generator<Buffer> {
  const symbols = [...new Set(marks)].sort();
  if (symbols.length === 2)
    for (const one of symbols) yield* lettersOf([bitsOf(marks.join(''), one)]);
  if (symbols.length !== 3) return;
  for (const between of symbols) {
    const words = marks.join('').split(between);
    for (const one of symbols)
      if (one !== between) yield* lettersOf(words.map((word) => bitsOf(word, one)));
  }
}

const bitsOf = (marks: string, one: string): string =>
  Array.from(marks, (mark) => (mark === one ? '1' : '0')).join('');

/** Groups of eight, or of seven, or one group a letter. */
function* lettersOf(groups: readonly string[]): Generator<Buffer> {
  const bits = groups.join('');
  if (groups.length > 1)
    yield Buffer.from(groups.filter(Boolean).map((group) => parseInt(group, 2) & 0xff));
  for (const size of [8, 7])
    if (bits.length % size === 0)
      yield Buffer.from(
        (bits.match(new RegExp(`[01]{${size}}`, 'g')) ?? []).map((byte) => parseInt(byte, 2)),
      );
}

const BLANKS = /[^ \t\n]([ \t]{8,10000})$/gm;
const LEAST_BLANKS = 64;

/** Blanks and tabs behind the words of lines, as bits. */
function* blanksAtLineEnds(text: string): Generator<Stretch> {
  if (!/[ \t]{8}\n/.test(text)) return;
  const rows = [...text.matchAll(BLANKS)];
  const bits = rows.map(([, blanks = '']) => blanks).join('');
  if (bits.length < LEAST_BLANKS || !/ \t/.test(bits) || !/\t /.test(bits)) return;
  const from = rows[0]?.index ?? 0;
  for (const one of ['\t', ' '])
    for (const content of lettersOf([bitsOf(bits, one)]))
      yield { from, step: 'blanks at line ends', content };
}
