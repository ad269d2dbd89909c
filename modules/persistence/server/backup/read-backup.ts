import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { types } from 'node:util';
import { createGunzip } from 'node:zlib';
import { fromFileSystem, notFound, type Class } from 'svc-registry/kernel';
import { fileSystemReason } from '../../../../toolbox/file-reasons.js';
import { extract, type Extract } from 'tar-stream';
import { isMissing } from '../../../../toolbox/file-errors.js';
import { backupDamaged } from '../../contract/data-errors.js';
import type { BlobPart, DataStream, RowsPart, TotalsPart } from '../snapshot/data-stream.js';
import {
  BackupManifest,
  BackupTotals,
  FORMAT_VERSION,
  LIMITS,
  MANIFEST,
  parseDocument,
  TOTALS,
} from './format.js';

/**
 * Reads a backup once, from start to end. The file is untrusted: only parts with exact names and bounded sizes are
 * accepted, and no name in it is ever used as a path.
 */
export async function readBackup(file: string): Promise<DataStream> {
  const damaged: Damaged = (why, cause) => backupDamaged({ file, why }, { cause });
  const head = await readHead(file, damaged);
  if (head.version > FORMAT_VERSION)
    throw damaged(`it is of the newer format ${head.version}, written by version ${head.product}`);
  return { head, parts: partsOf(file, damaged) };
}

type Entry = Extract extends AsyncIterable<infer E> ? E : never;
type Damaged = (why: string, cause?: unknown) => Error;

async function readHead(file: string, damaged: Damaged): Promise<BackupManifest> {
  for await (const entry of entriesOf(file)) {
    if (entry.header.name !== MANIFEST) break;
    return await document(entry, BackupManifest, damaged);
  }
  throw damaged('it does not begin with a manifest');
}

/** All parts after the manifest. The file is opened when the first part is requested. */
async function* partsOf(
  file: string,
  damaged: Damaged,
): AsyncGenerator<RowsPart | BlobPart | TotalsPart> {
  let [number, ended] = [0, false];
  for await (const entry of entriesOf(file)) {
    number += 1;
    if (number === 1) entry.resume();
    else {
      if (ended) throw damaged(`"${nameOf(entry)}" follows its end`);
      const part = await partOf(entry, damaged);
      ended = part.kind === 'totals';
      yield part;
    }
  }
  if (!ended) throw damaged('it is cut off');
}

async function partOf(entry: Entry, damaged: Damaged): Promise<RowsPart | BlobPart | TotalsPart> {
  const { name } = entry.header;
  const [, table] = /^tables\/([a-z][a-z0-9_]*)\/\d{6,}\.jsonl$/.exec(name) ?? [];
  if (table !== undefined)
    return { kind: 'rows', table, lines: linesOf(await textOf(entry, LIMITS.rows, damaged)) };
  const [, sha256] = /^blobs\/([0-9a-f]{64})$/.exec(name) ?? [];
  if (sha256 !== undefined) return { kind: 'blob', sha256, ...contentOf(entry, damaged) };
  if (name === TOTALS)
    return { kind: 'totals', totals: await document(entry, BackupTotals, damaged) };
  throw damaged(`it holds "${nameOf(entry)}", which does not belong in a backup`);
}

/** The entry's name, shortened and escaped for error messages. */
const nameOf = ({ header }: Entry): string =>
  JSON.stringify(header.name.slice(0, 200)).slice(1, -1);

/** The files in the tar. Each must be read before the next one is requested. */
async function* entriesOf(file: string): AsyncGenerator<Entry> {
  const zipped = await isZipped(file);
  const tar = extract();
  const source = createReadStream(file);
  const reading = pipeline(source, zipped ? createGunzip() : new PassThrough(), tar);
  // the error also ends the loop; without a handler here it would be an unhandled rejection
  reading.catch(() => undefined);
  try {
    for await (const entry of tar) {
      if (entry.header.type !== 'file')
        throw new TypeError(`"${nameOf(entry)}" is not a regular file`);
      yield entry;
    }
    await reading;
  } catch (error) {
    throw backupDamaged({ file, why: messageOf(error) }, { cause: error });
  } finally {
    source.destroy();
    tar.destroy();
  }
}

async function isZipped(file: string): Promise<boolean> {
  const handle = await open(file).catch((error: unknown) => {
    throw isMissing(error)
      ? notFound({ kind: 'file', id: file }, { cause: error })
      : backupDamaged({ file, why: messageOf(error) }, { cause: error });
  });
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(2) });
    return bytesRead === 2 && buffer.readUInt16BE() === 0x1f8b;
  } catch (error) {
    throw backupDamaged({ file, why: messageOf(error) }, { cause: error });
  } finally {
    await handle.close();
  }
}

async function document<T extends object>(
  entry: Entry,
  type: Class<T>,
  damaged: Damaged,
): Promise<T> {
  const content = await textOf(entry, LIMITS.document, damaged);
  try {
    return parseDocument(type, content);
  } catch (error) {
    throw damaged(`its ${entry.header.name} is wrong: ${messageOf(error)}`, error);
  }
}

async function textOf(entry: Entry, limit: number, damaged: Damaged): Promise<string> {
  const { size, content } = contentOf(entry, damaged, limit);
  const bytes: Uint8Array[] = [];
  for await (const chunk of content) bytes.push(chunk);
  try {
    return utf8.decode(Buffer.concat(bytes, size));
  } catch (error) {
    throw damaged(`its ${entry.header.name} is not UTF-8 text`, error);
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function contentOf(
  entry: Entry,
  damaged: Damaged,
  limit: number = LIMITS.blob,
): { size: number; content: AsyncIterable<Uint8Array> } {
  const { name, size } = entry.header;
  if (size > limit)
    throw damaged(`its ${name} has ${size} bytes, and at most ${limit} are allowed`);
  return { size, content: checked(entry, damaged) };
}

async function* checked(entry: Entry, damaged: Damaged): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of entry as AsyncIterable<Uint8Array>) yield chunk;
  } catch (error) {
    throw damaged(messageOf(error), error);
  }
}

const linesOf = (content: string): string[] => content.split('\n').slice(0, -1);

const messageOf = (error: unknown): string => {
  if (fromFileSystem(error) !== undefined) return fileSystemReason(error);
  return types.isNativeError(error) ? error.message : String(error);
};
