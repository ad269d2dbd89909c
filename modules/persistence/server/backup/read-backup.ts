import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { types } from 'node:util';
import { createGunzip } from 'node:zlib';
import { notFound, type Class } from 'svc-registry/kernel';
import { extract, type Extract } from 'tar-stream';
import { backupDamaged } from '../../contract/data-errors.js';
import { isMissing } from '../blobs/file-errors.js';
import type { BlobPart, DataStream, RowsPart, TotalsPart } from '../snapshot/data-stream.js';
import { BackupManifest, BackupTotals, FORMAT_VERSION, LIMITS, MANIFEST, parseDocument, TOTALS } from './format.js';

/**
 * Reads a backup from its beginning to its end, once. Nobody vouches for the file: it is read as a list of parts with
 * exact names and bounded sizes, and nothing in it ever becomes a path.
 */
export async function readBackup(file: string): Promise<DataStream> {
  const entries = entriesOf(file);
  const damaged = (why: string, cause?: unknown): Error => backupDamaged({ file, why }, { cause });
  const first = await entries.next();
  if (first.done === true || first.value.header.name !== MANIFEST) {
    await entries.return(undefined);
    throw damaged('it does not begin with a manifest');
  }
  const head = await document(first.value, BackupManifest, damaged);
  if (head.version > FORMAT_VERSION) throw damaged(`it is of the newer format ${head.version}, written by version ${head.product}`);
  return { head, parts: partsOf(entries, damaged) };
}

type Entry = Extract extends AsyncIterable<infer E> ? E : never;
type Damaged = (why: string, cause?: unknown) => Error;

async function* partsOf(entries: AsyncGenerator<Entry>, damaged: Damaged): AsyncGenerator<RowsPart | BlobPart | TotalsPart> {
  let ended = false;
  for await (const entry of entries) {
    const { name } = entry.header;
    if (ended) throw damaged(`"${name}" follows its end`);
    const [, table] = /^tables\/([a-z][a-z0-9_]*)\/\d{6,}\.jsonl$/.exec(name) ?? [];
    const [, sha256] = /^blobs\/([0-9a-f]{64})$/.exec(name) ?? [];
    if (table !== undefined) yield { kind: 'rows', table, lines: linesOf(await textOf(entry, LIMITS.rows, damaged)) };
    else if (sha256 !== undefined) yield { kind: 'blob', sha256, ...contentOf(entry, damaged) };
    else if (name === TOTALS) {
      yield { kind: 'totals', totals: await document(entry, BackupTotals, damaged) };
      ended = true;
    } else throw damaged(`it holds ${JSON.stringify(name.slice(0, 200))}, which no backup has`);
  }
  if (!ended) throw damaged('it is cut off');
}

/** The files in the tar. Each is to be read before the next one is asked for. */
async function* entriesOf(file: string): AsyncGenerator<Entry> {
  const zipped = await isZipped(file);
  const tar = extract();
  const source = createReadStream(file);
  const reading = pipeline(source, zipped ? createGunzip() : new PassThrough(), tar);
  // it fails the loop, too
  reading.catch(() => undefined);
  try {
    for await (const entry of tar) {
      if (entry.header.type !== 'file') throw new TypeError(`"${entry.header.name.slice(0, 200)}" is no file`);
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

async function document<T extends object>(entry: Entry, type: Class<T>, damaged: Damaged): Promise<T> {
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
    throw damaged(`its ${entry.header.name} is no UTF-8 text`, error);
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function contentOf(entry: Entry, damaged: Damaged, limit: number = LIMITS.blob): { size: number; content: AsyncIterable<Uint8Array> } {
  const { name, size } = entry.header;
  if (size > limit) throw damaged(`its ${name} has ${size} bytes, and at most ${limit} are allowed`);
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

const messageOf = (error: unknown): string => (types.isNativeError(error) ? error.message : String(error));
