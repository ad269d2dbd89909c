import { isTextual } from './base64.js';
import type { Stretch } from './stretch.js';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const RUN = /\b[A-Z2-7]{24,100000}/g;

/** Base32, as far as text comes out. */
export function* base32Stretches(text: string): Generator<Stretch> {
  for (const { 0: run, index: from } of text.matchAll(RUN)) {
    if (!decoded(run.slice(0, 16)).every(isTextual)) continue;
    yield { from, step: 'base32', content: Buffer.from(decoded(run)) };
  }
}

function decoded(run: string): number[] {
  const bytes: number[] = [];
  let [bits, held] = [0, 0];
  for (const letter of run) {
    held = ((held << 5) | ALPHABET.indexOf(letter)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 0xff);
  }
  return bytes;
}

const QUINTET = /[!-u]{1,5}|z/g;

/** Ascii85 between its marks. */
export function* ascii85Stretches(text: string): Generator<Stretch> {
  for (const { 1: run = '', index: from } of text.matchAll(/<~([!-uz\s]{10,1000000})~>/g))
    yield {
      from,
      step: 'ascii85',
      content: Buffer.from(
        [...run.replace(/\s/g, '').matchAll(QUINTET)].flatMap(([group]) => quintet(group)),
      ),
    };
}

const LETTERS85 =
  '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';
const QUOTED = /(["'])([!-~]{20,100000})\1/g;

/** The other base85, as Python writes it, where the text names it. */
export function* base85Stretches(text: string): Generator<Stretch> {
  if (!/b85decode|base85/i.test(text)) return;
  for (const { 2: quoted = '', index: from } of text.matchAll(QUOTED)) {
    const digits = Array.from(quoted, (letter) => LETTERS85.indexOf(letter));
    if (digits.includes(-1)) continue;
    const groups = digits.map((digit) => String.fromCharCode(digit + 33)).join('');
    const bytes = [...groups.matchAll(/[!-u]{1,5}/g)].flatMap(([group]) => quintet(group));
    yield { from, step: 'base85', content: Buffer.from(bytes) };
  }
}

function quintet(group: string): number[] {
  if (group === 'z') return [0, 0, 0, 0];
  const value = Array.from(group.padEnd(5, 'u')).reduce(
    (sum, letter) => sum * 85 + letter.charCodeAt(0) - 33,
    0,
  );
  return [24, 16, 8, 0]
    .map((shift) => Math.floor(value / 2 ** shift) % 256)
    .slice(0, group.length - 1);
}
