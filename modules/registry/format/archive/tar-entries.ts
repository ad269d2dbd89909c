import {
  archiveCorrupt,
  archiveEntryType,
  archiveTooLarge,
  archiveTrailingData,
} from '../../contract/plugin-errors.js';
import { limits } from '../limits.js';
import { paxRecords, readPaxRecords } from './pax.js';
import { BLOCK, decode, readHeader, type TarHeader } from './tar-header.js';

/** A file or folder of a tar. */
export interface TarEntry {
  readonly kind: 'file' | 'folder';
  readonly name: string;
  readonly executable: boolean;
  readonly content: Buffer;
}

const MAX_EXTENDED_HEADER = 64 * 1024;
const KINDS: Readonly<Record<string, string>> = {
  '1': 'hard link',
  '2': 'symbolic link',
  '3': 'device',
  '4': 'device',
  '6': 'pipe',
  '7': 'contiguous file',
  K: 'long link name',
  S: 'sparse file',
};

/**
 * Lists the entries of a tar. Deliberately stricter than any unpacker: an archive that two programs could read differently is
 * refused, so that every program unpacks the checked files.
 */
export function readTarEntries(tar: Buffer): readonly TarEntry[] {
  return new TarReader(tar).entries();
}

class TarReader {
  private at = 0;
  private headers = 0;
  private extendedBytes = 0;
  /** Set by an extended header for the entry after it. */
  private extension:
    { readonly path: string | undefined; readonly size: string | undefined } | undefined;

  constructor(private readonly tar: Buffer) {}

  entries(): readonly TarEntry[] {
    const entries: TarEntry[] = [];
    for (let block = this.next(); !isEmpty(block); block = this.next()) {
      this.headers += 1;
      if (this.headers > limits.entries)
        throw archiveTooLarge({
          what: `The archive has more than ${limits.entries} entries.`,
        });
      const entry = this.entry(readHeader(block));
      if (entry !== undefined) entries.push(entry);
    }
    this.checkEnd();
    return entries;
  }

  private next(): Buffer {
    if (this.at + BLOCK > this.tar.length)
      throw archiveCorrupt({ what: 'The archive is truncated.' });
    this.at += BLOCK;
    return this.tar.subarray(this.at - BLOCK, this.at);
  }

  private body(size: number): Buffer {
    const padded = Math.ceil(size / BLOCK) * BLOCK;
    if (this.at + padded > this.tar.length)
      throw archiveCorrupt({ what: 'The archive is truncated within a file.' });
    const body = this.tar.subarray(this.at, this.at + size);
    this.at += padded;
    return body;
  }

  private entry(header: TarHeader): TarEntry | undefined {
    if (header.type === 'x' || header.type === 'g' || header.type === 'L') {
      this.readExtendedHeader(header);
      return undefined;
    }
    const entry = {
      name: this.extension?.path ?? header.name,
      kind: kindOf(header, this.extension?.path ?? header.name),
    };
    this.checkSize(header, entry);
    this.extension = undefined;
    return { ...entry, executable: (header.mode & 0o111) !== 0, content: this.body(header.size) };
  }

  private checkSize({ size }: TarHeader, { name, kind }: Pick<TarEntry, 'name' | 'kind'>): void {
    const stated = this.extension?.size ?? String(size);
    if (stated !== String(size))
      throw archiveCorrupt({ what: `The archive states two sizes for ${shown(name)}.` });
    if (kind === 'folder' && size > 0)
      throw archiveCorrupt({ what: `The folder ${shown(name)} in the archive has content.` });
    if (size > limits.fileBytes)
      throw archiveTooLarge({
        what: `${shown(name)} has ${size} bytes; at most ${limits.fileBytes} are allowed.`,
      });
  }

  private readExtendedHeader({ type, size }: TarHeader): void {
    this.extendedBytes += size;
    if (size > MAX_EXTENDED_HEADER || this.extendedBytes > limits.extendedHeaderBytes)
      throw archiveTooLarge({ what: 'The archive has oversized extended headers.' });
    const body = this.body(size);
    if (type === 'g') {
      checkGlobal(body);
      return;
    }
    if (this.extension !== undefined)
      throw archiveCorrupt({ what: 'The archive has several extended headers for one entry.' });
    const records = type === 'x' ? readPaxRecords(body) : new Map([['path', longName(body)]]);
    this.extension = { path: records.get('path'), size: records.get('size') };
  }

  private checkEnd(): void {
    if (this.extension !== undefined)
      throw archiveCorrupt({ what: 'The archive ends after an extended header.' });
    if (!isEmpty(this.next()))
      throw archiveCorrupt({ what: 'The archive does not end with two empty blocks.' });
    if (!isEmpty(this.tar.subarray(this.at)))
      throw archiveTrailingData({ what: 'The archive continues after its end.' });
  }
}

function kindOf({ type }: TarHeader, name: string): 'file' | 'folder' {
  if (type === '0') return 'file';
  if (type === '5') return 'folder';
  const kind = KINDS[type] ?? 'special entry';
  throw archiveEntryType({
    what: `The archive has a ${kind}, ${shown(name)}: only plain files and folders are allowed.`,
  });
}

/** As JSON with further escapes, so that no character can change how a terminal shows the text. */
export function shown(name: string): string {
  const inJson = JSON.stringify(name.slice(0, 200));
  return inJson.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped);
}

/** Such as `\\u202e`; two escapes for a character beyond U+FFFF. */
function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** The body of a GNU long name: text ended by a zero byte. */
function longName(body: Buffer): string {
  const end = body.indexOf(0);
  if (end !== -1 && body.subarray(end).some((byte) => byte !== 0)) {
    throw archiveCorrupt({ what: 'The archive is damaged: a name continues after a zero byte.' });
  }
  return decode(end === -1 ? body : body.subarray(0, end));
}

function checkGlobal(body: Buffer): void {
  for (const { key } of paxRecords(body)) {
    if (key !== 'comment')
      throw archiveEntryType({
        what: `The archive has a global header with ${shown(key)}; only comments are allowed.`,
      });
  }
}

/** True if all bytes are zero: the first is, and each equals the one before. */
function isEmpty(bytes: Buffer): boolean {
  return bytes.length === 0 || (bytes[0] === 0 && bytes.subarray(1).equals(bytes.subarray(0, -1)));
}
