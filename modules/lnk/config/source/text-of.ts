import { isUtf8 } from 'node:buffer';
import { configEncoding } from '../../contract/errors.js';

const SAVE = 'Save it as UTF-8.';

/** Marks at the start of files in other encodings, the longer ones first. */
const MARKS: readonly (readonly [readonly number[], string])[] = [
  [[0xff, 0xfe, 0, 0], 'UTF-32'],
  [[0, 0, 0xfe, 0xff], 'UTF-32'],
  [[0xff, 0xfe], 'UTF-16'],
  [[0xfe, 0xff], 'UTF-16'],
];

/** The text of bytes in UTF-8, without a byte order mark. Throws `configEncoding` for everything else. */
export function textOf(bytes: Buffer, name: string): string {
  const foreign = markedEncoding(bytes) ?? unmarkedEncoding(bytes);
  if (foreign !== undefined)
    throw configEncoding({ why: `The configuration ${name} is in ${foreign}.`, hint: SAVE });
  if (!isUtf8(bytes)) throw notUtf8(bytes, name);
  const nul = bytes.indexOf(0);
  if (nul !== -1) throw hasNul(bytes, nul, name);
  return bytes.toString('utf8').replace(/^\u{feff}/u, '');
}

const markedEncoding = (bytes: Buffer): string | undefined =>
  MARKS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte))?.[1];

/** Bytes that are looked at. */
const SAMPLE = 4096;

/** Texts of western languages in UTF-16 have a zero in nearly every pair of bytes, and in UTF-32 three in every four. */
function unmarkedEncoding(bytes: Buffer): string | undefined {
  const sample = bytes.subarray(0, SAMPLE);
  const zeros = [0, 0, 0, 0];
  for (const [index, byte] of sample.entries())
    if (byte === 0) zeros[index % 4] = (zeros[index % 4] ?? 0) + 1;
  const full = zeros.filter((count) => count > 0 && count >= (sample.length / 4) * 0.7).length;
  const empty = zeros.filter((count) => count === 0).length;
  if (full === 3 && empty === 1) return 'UTF-32';
  return full === 2 && empty === 2 ? 'UTF-16' : undefined;
}

function notUtf8(bytes: Buffer, name: string): Error {
  let from = 0;
  let line = 1;
  for (let to = bytes.indexOf(10); to !== -1; to = bytes.indexOf(10, from)) {
    // a line break is never a part of another character
    if (!isUtf8(bytes.subarray(from, to))) break;
    from = to + 1;
    line++;
  }
  return configEncoding(
    { why: `The configuration ${name} is not valid UTF-8 in line ${line}.`, hint: SAVE },
    { issues: [{ file: name, line, message: 'This line is not valid UTF-8.' }] },
  );
}

function hasNul(bytes: Buffer, at: number, name: string): Error {
  const before = bytes
    .toString('utf8', 0, at)
    .replace(/^\u{feff}/u, '')
    .split('\n');
  const [line, column] = [before.length, (before.at(-1) ?? '').length + 1];
  return configEncoding(
    {
      why: `The configuration ${name} has a NUL character in line ${line}.`,
      hint: 'Remove it; if the file is no text, name the right one.',
    },
    { issues: [{ file: name, line, column, message: 'There is a NUL character.' }] },
  );
}
