import { isUtf8 } from 'node:buffer';
import { gunzipSync, inflateSync } from 'node:zlib';
import { isPlausible } from './plausible.js';

/** What decoded bytes are. */
export type BytesRead =
  | { readonly kind: 'text'; readonly text: string; readonly steps: readonly string[] }
  | { readonly kind: 'program' | 'archive' | 'compressed'; readonly name: string }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'noise' };

const MOST_UNPACKED = 16 * 1024 * 1024;
const PROGRAMS: readonly (readonly ['program' | 'archive', string, Buffer])[] = [
  ['program', 'an ELF program', Buffer.from('\x7fELF', 'latin1')],
  ['program', 'a Mach-O program', Buffer.from('cffaedfe', 'hex')],
  ['program', 'a Mach-O program', Buffer.from('cafebabe', 'hex')],
  ['archive', 'a zip archive', Buffer.from('PK\x03\x04', 'latin1')],
  ['archive', 'a 7z archive', Buffer.from('377abcaf', 'hex')],
];

/** The text of bytes, unpacked where they are compressed. */
export function readBytes(bytes: Buffer): BytesRead {
  const compressed = compressionOf(bytes);
  if (compressed !== undefined) return unpacked(bytes, compressed);
  const signed = PROGRAMS.find(([, , start]) => bytes.subarray(0, start.length).equals(start));
  if (signed !== undefined && bytes.length > 64) return { kind: signed[0], name: signed[1] };
  if (bytes.length > 64 && isPortableExecutable(bytes))
    return { kind: 'program', name: 'a Windows program' };
  const text = textOf(bytes);
  return text === undefined ? { kind: 'noise' } : { kind: 'text', ...text };
}

const isPortableExecutable = (bytes: Buffer): boolean =>
  bytes[0] === 0x4d && bytes[1] === 0x5a && bytes.subarray(0, 1024).includes('PE\0\0');

function textOf(bytes: Buffer): { text: string; steps: readonly string[] } | undefined {
  if (bytes.length >= 8 && bytes[1] === 0 && bytes[3] === 0 && bytes[5] === 0) {
    const text = bytes.toString('utf16le');
    return isPlausible(text) ? { text, steps: ['utf-16'] } : undefined;
  }
  if (!isUtf8(bytes)) return undefined;
  const text = bytes.toString('utf8');
  return isPlausible(text) ? { text, steps: [] } : undefined;
}

function compressionOf(bytes: Buffer): 'gzip' | 'zlib' | undefined {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'gzip';
  const isZlib = bytes[0] === 0x78 && bytes.length > 8 && bytes.readUInt16BE(0) % 31 === 0;
  return isZlib ? 'zlib' : undefined;
}

function unpacked(bytes: Buffer, step: 'gzip' | 'zlib'): BytesRead {
  const unpack = step === 'gzip' ? gunzipSync : inflateSync;
  try {
    const inner = readBytes(unpack(bytes, { maxOutputLength: MOST_UNPACKED }));
    if (inner.kind === 'text') return { ...inner, steps: [step, ...inner.steps] };
    return inner.kind === 'noise' ? { kind: 'compressed', name: 'compressed data' } : inner;
  } catch (error) {
    const tooLarge = (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE';
    if (tooLarge) return { kind: 'too-large' };
    const text = textOf(bytes);
    return text === undefined ? { kind: 'noise' } : { kind: 'text', ...text };
  }
}
