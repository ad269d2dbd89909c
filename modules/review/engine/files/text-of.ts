import { isUtf8 } from 'node:buffer';

/** Bytes as text. */
export interface DecodedText {
  readonly text: string;
  /** What is wrong with it, if something is. */
  readonly problem?: string;
}

const SAMPLE = 4096;
const MOSTLY = 0.8;
const LEAST_PRINTABLE = { named: 0.5, other: 0.9 };
const lenient = new TextDecoder();
const utf16le = new TextDecoder('utf-16le');
const utf16be = new TextDecoder('utf-16be');

/** The text of bytes that are text beyond doubt; else `undefined`. */
export function plainTextOf(bytes: Buffer): DecodedText | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: utf16le.decode(bytes) };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: utf16be.decode(bytes) };
  if (!isUtf8(bytes) || bytes.includes(0)) return undefined;
  return { text: lenient.decode(bytes) };
}

/** The text of bytes whose name says that they are text, or most of which are; `undefined` for data. */
export function brokenTextOf(bytes: Buffer, named: boolean): DecodedText | undefined {
  const { printable, evenZeros, oddZeros } = sharesOf(bytes.subarray(0, SAMPLE));
  const problem = 'It is UTF-16 without a byte order mark.';
  if (oddZeros > MOSTLY && evenZeros === 0) return { text: utf16le.decode(bytes), problem };
  if (evenZeros > MOSTLY && oddZeros === 0) return { text: utf16be.decode(bytes), problem };
  if (printable < (named ? LEAST_PRINTABLE.named : LEAST_PRINTABLE.other)) return undefined;
  return {
    // what programs skip, agents may skip too
    text: lenient.decode(bytes).replaceAll('\0', ''),
    problem: bytes.includes(0) ? 'It holds NUL characters.' : 'Some of its bytes are not UTF-8.',
  };
}

/** Shares of printable bytes among all, and of zeros among those at even and at odd offsets. */
function sharesOf(sample: Buffer) {
  const zeros = { even: 0, odd: 0 };
  let printable = 0;
  for (const [at, byte] of sample.entries()) {
    if (byte === 0) zeros[at % 2 === 0 ? 'even' : 'odd'] += 1;
    if (isPrintable(byte)) printable += 1;
  }
  const half = Math.max(1, sample.length / 2);
  return {
    printable: printable / Math.max(1, sample.length),
    evenZeros: zeros.even / half,
    oddZeros: zeros.odd / half,
  };
}

const isPrintable = (byte: number): boolean =>
  (byte >= 0x20 && byte < 0x7f) || byte === 9 || byte === 10 || byte === 13;
