import { archiveCorrupt } from '../../contract/plugin-errors.js';

export const BLOCK = 512;

/** A header block of a tar, checked on its own. */
export interface TarHeader {
  readonly name: string;
  readonly mode: number;
  readonly size: number;
  /** One character; `0` also for the zero byte that old programs write for files. */
  readonly type: string;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function corrupt(what: string): Error {
  return archiveCorrupt({ what: `The archive is damaged: ${what}.` });
}

/** Reads a POSIX (ustar, pax) or GNU header block; refuses any that two programs could read differently. */
export function readHeader(block: Buffer): TarHeader {
  checkSum(block);
  const magic = block.toString('latin1', 257, 265);
  if (magic !== 'ustar\x0000' && magic !== 'ustar  \0')
    throw corrupt('an entry has an unknown tar format');
  const prefix = textField(block, 345, magic === 'ustar\x0000' ? 155 : 0);
  if (magic !== 'ustar\x0000' && block.subarray(345, 500).some((byte) => byte !== 0))
    throw corrupt('an entry has fields of an old GNU format');
  const name = textField(block, 0, 100);
  const flag = block.toString('latin1', 156, 157);
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    mode: octalField(block, 100, 8),
    size: octalField(block, 124, 12),
    type: flag === '\0' ? '0' : flag,
  };
}

function checkSum(block: Buffer): void {
  const stated = octalField(block, 148, 8);
  let sum = 8 * 0x20;
  for (const [index, byte] of block.entries()) if (index < 148 || index >= 156) sum += byte;
  if (sum !== stated) throw corrupt('the checksum of an entry is wrong');
}

/** Octal digits, ended by a space or zero byte. The binary form, which can be negative, is refused: nothing allowed here needs it. */
function octalField(block: Buffer, start: number, length: number): number {
  const text = block.toString('latin1', start, start + length);
  const [, digits] = /^ *([0-7]+)[ \0]*$/.exec(text) ?? [];
  if (digits === undefined) throw corrupt('a number in an entry is malformed');
  return Number.parseInt(digits, 8);
}

function textField(block: Buffer, start: number, length: number): string {
  const field = block.subarray(start, start + length);
  const end = field.indexOf(0);
  if (end === -1) return decode(field);
  if (field.subarray(end).some((byte) => byte !== 0))
    throw corrupt('a name continues after a zero byte');
  return decode(field.subarray(0, end));
}

/** Text of an entry's name. */
export function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw corrupt('a name is not UTF-8 text');
  }
}
