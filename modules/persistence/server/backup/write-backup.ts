import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack, type Pack } from 'tar-stream';
import { fromFileSystem, type DataTally, type DataTask, type HostInfo } from 'svc-registry/kernel';
import { fileExists } from '../../contract/data-errors.js';
import { insufficientStorage } from '../../contract/errors.js';
import { localFiles } from '../blobs/durable-files.js';
import { isFull } from '../blobs/file-errors.js';
import type { DataStream } from '../snapshot/data-stream.js';
import { FORMAT, FORMAT_VERSION, MANIFEST, TOTALS } from './format.js';

/** Backups contain hashes of passwords and keys, so only the owner may read them. */
const MODE = 0o600;

/** Writes a backup. The file gets its name only when it is complete and synced to disk. */
export async function writeBackup(
  stream: DataStream,
  { file, fault }: { readonly file: string; readonly fault?: HostInfo['fault'] },
  task: DataTask,
): Promise<DataTally> {
  if ((await localFiles.state(file)) !== undefined) throw fileExists({ file });
  const temporary = `${file}.part-${randomUUID().slice(0, 8)}`;
  try {
    const totals = await write(stream, { temporary, zipped: /\.t?gz$/.test(file) }, task);
    fault?.('persistence.backup-written');
    await rename(temporary, file);
    await localFiles.syncFolder(dirname(file));
    return totals;
  } catch (error) {
    await rm(temporary, { force: true });
    if (isFull(error)) throw insufficientStorage({ what: `the backup ${file}` }, { cause: error });
    throw fromFileSystem(error) === undefined
      ? error
      : Object.assign(error as object, { path: file });
  }
}

async function write(
  stream: DataStream,
  { temporary, zipped }: { temporary: string; zipped: boolean },
  task: DataTask,
): Promise<DataTally> {
  const tar = pack();
  // `flush` syncs the file before it is closed
  const output = createWriteStream(temporary, { flags: 'wx', mode: MODE, flush: true });
  // a stream that is destroyed while it opens its file creates the file afterwards
  const closed = new Promise<void>((resolve) => output.once('close', resolve));
  const written = pipeline(tar, zipped ? createGzip() : new PassThrough(), output, {
    signal: task.signal,
  });
  const filled = fill(tar, stream, task).catch((error: unknown) => {
    tar.destroy(error as Error);
    throw error;
  });
  // a failure of one ends the other; the first error is the cause
  const [totals] = await Promise.all([filled, written]).catch(async (error: unknown) => {
    await Promise.allSettled([filled, written, closed]);
    throw error;
  });
  return totals;
}

async function fill(
  tar: Pack,
  { head, parts }: DataStream,
  { progress }: DataTask,
): Promise<DataTally> {
  await addText(
    tar,
    MANIFEST,
    JSON.stringify({ format: FORMAT, version: FORMAT_VERSION, ...head }, null, 1),
  );
  let totals: DataTally | undefined;
  let [number, table] = [0, ''];
  for await (const part of parts) {
    if (part.kind === 'rows') {
      number = part.table === table ? number + 1 : 1;
      table = part.table;
      progress.step(`${table}, part ${number}`);
      await addText(
        tar,
        `tables/${table}/${String(number).padStart(6, '0')}.jsonl`,
        `${part.lines.join('\n')}\n`,
      );
    } else if (part.kind === 'blob') {
      progress.step(`content ${part.sha256}`);
      await addContent(tar, `blobs/${part.sha256}`, part);
    } else totals = part.totals;
  }
  if (totals === undefined) throw new Error('the data are incomplete');
  await addText(tar, TOTALS, JSON.stringify(totals, null, 1));
  tar.finalize();
  return totals;
}

const addText = (tar: Pack, name: string, text: string): Promise<void> => {
  const content = Buffer.from(text);
  return addContent(tar, name, { size: content.length, content: [content] });
};

interface Content {
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

async function addContent(tar: Pack, name: string, { size, content }: Content): Promise<void> {
  await pipeline(content, tar.entry({ name, size, mode: MODE, type: 'file' }));
}
