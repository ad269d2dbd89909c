import { gzipSync } from 'node:zlib';

/** A tar entry byte for byte as a test wants it, right or wrong. */
export interface RawEntry {
  readonly name: string | Buffer;
  readonly type?: string;
  readonly content?: string | Buffer;
  readonly mode?: number;
  readonly prefix?: string;
  readonly link?: string;
  /** Written in place of the content's size. */
  readonly size?: number | Buffer;
  readonly checksum?: number;
  readonly magic?: string;
}

const BLOCK = 512;

function padded(content: Buffer): Buffer {
  return Buffer.concat([content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)]);
}

function octal(number: number, length: number): string {
  return `${number.toString(8).padStart(length - 1, '0')}\0`;
}

function header(entry: RawEntry, content: Buffer): Buffer {
  const block = Buffer.alloc(BLOCK);
  const name = typeof entry.name === 'string' ? Buffer.from(entry.name) : entry.name;
  name.copy(block, 0, 0, 100);
  block.write(octal(entry.mode ?? 0o644, 8), 100, 'latin1');
  block.write(octal(0, 8), 108, 'latin1');
  block.write(octal(0, 8), 116, 'latin1');
  if (Buffer.isBuffer(entry.size)) entry.size.copy(block, 124);
  else block.write(octal(entry.size ?? content.length, 12), 124, 'latin1');
  block.write(octal(0, 12), 136, 'latin1');
  block.write(entry.type ?? '0', 156, 'latin1');
  block.write(entry.link ?? '', 157);
  block.write(entry.magic ?? 'ustar\x0000', 257, 'latin1');
  block.write(entry.prefix ?? '', 345);
  block.write('        ', 148, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${(entry.checksum ?? sum).toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}

/** Entries one after the other, without the end. */
export function rawEntries(entries: readonly RawEntry[]): Buffer {
  return Buffer.concat(
    entries.flatMap((entry) => {
      const content = Buffer.from(entry.content ?? '');
      return [header(entry, content), padded(content)];
    }),
  );
}

export const tarEnd = Buffer.alloc(2 * BLOCK);

export function rawTar(entries: readonly RawEntry[]): Buffer {
  return Buffer.concat([rawEntries(entries), tarEnd]);
}

export function rawArchive(entries: readonly RawEntry[]): Buffer {
  return gzipSync(rawTar(entries));
}

/** A pax extended header with these records. */
export function pax(records: Readonly<Record<string, string>>, type = 'x'): RawEntry {
  const content = Object.entries(records).map(([key, value]) => paxRecord(key, value));
  return { name: 'PaxHeader', type, content: content.join('') };
}

function paxRecord(key: string, value: string): string {
  const rest = Buffer.byteLength(` ${key}=${value}\n`);
  let length = rest + 1;
  while (String(length).length + rest !== length) length = String(length).length + rest;
  return `${length} ${key}=${value}\n`;
}

export const manifestEntry: RawEntry = {
  name: 'package/.svc-plugin/plugin.json',
  content: '{"name": "acme/tools", "version": "1.0.0", "description": "Tools."}',
};
