/** Decodings: what comes out is known where the text is, and marked as decoded where it is not. */
import { ownValue } from '../../../../../../toolbox/own-value.js';
import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { literal, type Known } from '../known.js';
import type { Fold, FoldCall } from './fold.js';

/** Results may not be longer: small texts can hold large ones. */
const LONGEST = 8_000_000;

const latin = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');
const attempt = (decode: () => Uint8Array): string | undefined => {
  try {
    return latin(decode());
  } catch {
    // no such data: the program fails there as well
    return undefined;
  }
};

const rot13 = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });

const DECODERS: Readonly<Record<string, (text: string) => string | undefined>> = {
  base64: (text) => latin(Buffer.from(text, 'base64')),
  base32: base32,
  base85: () => undefined,
  hex: (text) =>
    /^[\da-fA-F\s]*$/.test(text)
      ? latin(Buffer.from(text.replaceAll(/\s/g, ''), 'hex'))
      : undefined,
  rot13,
  zlib: (text) => attempt(() => inflateSync(bytesOf(text), { maxOutputLength: LONGEST })),
  deflate: (text) => attempt(() => inflateRawSync(bytesOf(text), { maxOutputLength: LONGEST })),
  gzip: (text) => attempt(() => gunzipSync(bytesOf(text), { maxOutputLength: LONGEST })),
  lzma: () => undefined,
  bz2: () => undefined,
  marshal: () => undefined,
  percent: (text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return undefined;
    }
  },
};

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function base32(text: string): string | undefined {
  let [bits, width] = [0, 0];
  const out: number[] = [];
  for (const letter of text.replace(/=+$/, '').toUpperCase()) {
    const value = BASE32.indexOf(letter);
    if (value === -1) return undefined;
    bits = ((bits << 5) | value) & 0xfff;
    width += 5;
    if (width >= 8) out.push((bits >> (width -= 8)) & 0xff);
  }
  return String.fromCharCode(...out.slice(0, 100_000));
}

/** Encodings of characters; all others are of bytes. */
const OF_CHARACTERS = new Set(['rot13', 'percent']);

/** What a decoding yields of a value. */
export function decodedBy(encoding: string, known: Known, at: FoldCall['at']): Known {
  const bytes = !OF_CHARACTERS.has(encoding);
  const text =
    known.text === undefined || known.dynamic
      ? undefined
      : ownValue(DECODERS, encoding)?.(known.text);
  const source = { kind: 'decoded' as const, encoding, at };
  if (text === undefined) return { dynamic: true, sources: [...known.sources, source] };
  return {
    ...literal(text, bytes),
    sources: [...known.sources, { ...source, text: bytes ? utf8(text) : text }],
    folded: true,
    ...(known.disguised === true && { disguised: true }),
    steps: [...(known.steps ?? []), encoding],
  };
}

/** Bytes as text. */
export const utf8 = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8');

export const asText = (known: Known): Known =>
  known.bytes === true && known.text !== undefined
    ? { ...known, text: known.dynamic ? known.text : utf8(known.text), bytes: false }
    : known;

export const asBytes = (known: Known): Known =>
  known.bytes !== true && known.text !== undefined && !known.dynamic
    ? { ...known, text: latin(Buffer.from(known.text, 'utf8')), bytes: true }
    : known;

export const decodeFirst =
  (encoding: string): Fold =>
  ({ args: [first], at }) =>
    first && decodedBy(encoding, first, at);

/** Names of encodings as `codecs.decode`, `.decode` and `Buffer.from` take them. */
const ENCODINGS: Readonly<Record<string, string>> = {
  base64: 'base64',
  base64_codec: 'base64',
  base64url: 'base64',
  'base-64': 'base64',
  hex: 'hex',
  hex_codec: 'hex',
  rot13: 'rot13',
  rot_13: 'rot13',
  'rot-13': 'rot13',
  zlib: 'zlib',
  zlib_codec: 'zlib',
  zip: 'zlib',
  bz2: 'bz2',
};

/** Decodes by the name of an encoding; `undefined` for those that are character sets. */
export function decodedByName(
  known: Known,
  name: string | undefined,
  at: FoldCall['at'],
): Known | undefined {
  const encoding = ENCODINGS[(name ?? '').toLowerCase()];
  return encoding === undefined ? undefined : decodedBy(encoding, known, at);
}
