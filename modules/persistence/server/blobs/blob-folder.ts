import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { HostInfo } from 'svc-registry/kernel';
import type { BlobRef, BlobStore } from '../../contract/blob-store.js';
import { blobCorrupt, blobMissing, insufficientStorage, storageUnavailable } from '../../contract/errors.js';
import { AtMost } from './at-most.js';
import { localFiles, type DurableFiles } from './durable-files.js';

/** Contents up to this size are checked against their hash each time they are read. */
const CHECKED_SIZE = 1024 * 1024;
const HOUR_MS = 3_600_000;
/** A system allows a process only so many open files, often 1,024; a plugin may have 5,000. More at once is no faster anyway. */
const OPEN_FILES = 16;

const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** `00` to `ff`: made once, so that storing a content need not look for its folder. */
const SHARDS = Array.from({ length: 256 }, (_, at) => at.toString(16).padStart(2, '0'));

/** Each content is a file `ab/cdef…` below the folder, named by its hash. */
export class BlobFolder implements BlobStore {
  readonly #opening = new AtMost(OPEN_FILES);

  constructor(
    private readonly folder: string,
    private readonly files: DurableFiles = localFiles,
    private readonly fault?: HostInfo['fault'],
  ) {}

  /** Makes the folders, and removes what writes that never ended have left behind. */
  async prepare(now: Date): Promise<void> {
    await this.files.makeFolder(this.#temporary());
    await this.#makeShards();
    // another server may share the folder: a young file may be one that is being written
    await this.files.removeOlderThan(this.#temporary(), new Date(now.getTime() - HOUR_MS));
  }

  async put(content: Uint8Array): Promise<BlobRef> {
    return (await this.putAll([content]))[0] as BlobRef;
  }

  async putAll(contents: readonly Uint8Array[]): Promise<readonly BlobRef[]> {
    const refs = contents.map((content) => ({ sha256: sha256Of(content), size: content.byteLength }));
    const distinct = new Map(refs.map(({ sha256 }, at) => [sha256, contents[at] as Uint8Array]));
    try {
      await allSettled([...distinct].map(([sha256, content]) => this.#opening.run(() => this.#store(sha256, content))));
      // also for contents that were there: whoever wrote them may not have come to this step
      await allSettled(this.#foldersOf([...distinct.keys()]).map((folder) => this.#opening.run(() => this.files.syncFolder(folder))));
    } catch (error) {
      throw translated(error);
    }
    return refs;
  }

  async read(sha256: string): Promise<Uint8Array> {
    const content = await readFile(this.#path(sha256)).catch((error: unknown) => {
      throw isMissing(error) ? blobMissing({ sha256 }, { cause: error }) : error;
    });
    if (content.byteLength <= CHECKED_SIZE && sha256Of(content) !== sha256) throw blobCorrupt({ sha256 });
    return content;
  }

  async open(sha256: string): Promise<AsyncIterable<Uint8Array>> {
    const path = this.#path(sha256);
    if (!(await this.has(sha256))) throw blobMissing({ sha256 });
    // opened by the first read: an answer that is never read (HEAD) leaves no file open
    return { [Symbol.asyncIterator]: () => createReadStream(path)[Symbol.asyncIterator]() as AsyncIterator<Uint8Array> };
  }

  async has(sha256: string): Promise<boolean> {
    return (await this.files.size(this.#path(sha256))) !== undefined;
  }

  async #store(sha256: string, content: Uint8Array): Promise<void> {
    const path = this.#path(sha256);
    // another size: a damaged file, replaced by what belongs there
    if ((await this.files.size(path)) === content.byteLength) return;
    const temporary = join(this.#temporary(), randomUUID());
    try {
      await this.files.write(temporary, content, () => this.fault?.('persistence.blob-written'));
      this.fault?.('persistence.blob-synced');
      await this.files.rename(temporary, path);
      this.fault?.('persistence.blob-renamed');
    } catch (error) {
      await this.files.remove(temporary);
      throw error;
    }
  }

  async #makeShards(): Promise<void> {
    const present = new Set(await this.files.names(this.folder));
    const missing = SHARDS.filter((name) => !present.has(name));
    if (missing.length === 0) return;
    await Promise.all(missing.map((name) => this.files.makeFolder(join(this.folder, name))));
    await this.files.syncFolder(this.folder);
    await this.files.syncFolder(dirname(this.folder));
  }

  #foldersOf(hashes: readonly string[]): string[] {
    return [...new Set(hashes.map((sha256) => dirname(this.#path(sha256))))];
  }

  /** Only a hash ever becomes part of a path. */
  #path(sha256: string): string {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw blobMissing({ sha256 });
    return join(this.folder, sha256.slice(0, 2), sha256.slice(2));
  }

  #temporary(): string {
    return join(this.folder, 'tmp');
  }
}

/** Waits for all before it fails: nothing goes on writing after the answer. */
async function allSettled(steps: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(steps)).find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

const unusable: ReadonlyMap<unknown, string> = new Map([
  ['EROFS', 'their volume is read-only'],
  ['EIO', 'their volume reports a fault'],
  ['EACCES', 'this user may not'],
  ['EPERM', 'this user may not'],
]);

function translated(error: unknown): unknown {
  if (isFull(error)) return insufficientStorage({ what: 'the contents' }, { cause: error });
  const why = unusable.get(codeOf(error));
  return why === undefined ? error : storageUnavailable({ what: 'the contents', why }, { cause: error });
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;
const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';
const isFull = (error: unknown): boolean => codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT';
