import { createHash, randomUUID, webcrypto } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { HostInfo } from 'svc-registry/kernel';
import type { BlobRef, BlobStore } from '../../contract/blob-store.js';
import { blobCorrupt, blobMissing, insufficientStorage, storageUnavailable } from '../../contract/errors.js';
import { AtMost } from './at-most.js';
import { BlobPaths, SHARDS } from './blob-paths.js';
import { localFiles, type DurableFiles } from './durable-files.js';
import { codeOf, isFull, isMissing } from './file-errors.js';

/** Contents up to this size are checked against their hash each time they are read. */
const CHECKED_SIZE = 1024 * 1024;
const HOUR_MS = 3_600_000;
/** A system allows a process only so many open files, often 1,024; a plugin may have 5,000. More at once is no faster anyway. */
const OPEN_FILES = 16;

/** Larger contents are hashed beside the thread that answers requests, which costs more in all. */
const HASHED_AT_ONCE = 256 * 1024;

const sha256Of = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

async function refOf(content: Uint8Array): Promise<BlobRef> {
  const size = content.byteLength;
  if (size <= HASHED_AT_ONCE) return { sha256: sha256Of(content), size };
  return { sha256: Buffer.from(await webcrypto.subtle.digest('SHA-256', content as Uint8Array<ArrayBuffer>)).toString('hex'), size };
}

/** A folder of files, one for each content. */
export class BlobFolder implements BlobStore {
  readonly #opening = new AtMost(OPEN_FILES);
  readonly paths: BlobPaths;

  constructor(
    folder: string,
    private readonly files: DurableFiles = localFiles,
    private readonly fault?: HostInfo['fault'],
  ) {
    this.paths = new BlobPaths(folder);
  }

  /** Makes the folders, and removes what writes that never ended have left behind. */
  async prepare(now: Date): Promise<void> {
    await this.files.makeFolder(this.paths.temporary);
    await this.files.makeFolder(this.paths.asideFolder);
    await this.#makeShards();
    // another server may share the folder: a young file may be one that is being written
    await this.files.removeOlderThan(this.paths.temporary, new Date(now.getTime() - HOUR_MS));
  }

  async put(content: Uint8Array): Promise<BlobRef> {
    return (await this.putAll([content]))[0] as BlobRef;
  }

  async putAll(contents: readonly Uint8Array[]): Promise<readonly BlobRef[]> {
    const refs: BlobRef[] = [];
    for (const content of contents) refs.push(await refOf(content));
    const distinct = new Map(refs.map(({ sha256 }, at) => [sha256, contents[at] as Uint8Array]));
    try {
      await allSettled([...distinct].map(([sha256, content]) => this.#opening.run(() => this.#store(sha256, content))));
      // also for contents that were there: whoever wrote them may not have come to this step
      await allSettled(this.paths.shardsOf([...distinct.keys()]).map((folder) => this.#opening.run(() => this.files.syncFolder(folder))));
    } catch (error) {
      throw translated(error);
    }
    return refs;
  }

  async read(sha256: string): Promise<Uint8Array> {
    const handle = await this.#find(sha256);
    try {
      const content = await handle.readFile();
      if (content.byteLength <= CHECKED_SIZE && sha256Of(content) !== sha256) throw blobCorrupt({ sha256 });
      return content;
    } finally {
      await handle.close();
    }
  }

  async open(sha256: string): Promise<AsyncIterable<Uint8Array>> {
    if (!(await this.has(sha256))) throw blobMissing({ sha256 });
    // opened by the first read: an answer that is never read (HEAD) leaves no file open
    return this.#bytes(sha256);
  }

  async has(sha256: string): Promise<boolean> {
    return (await this.size(sha256)) !== undefined;
  }

  async *#bytes(sha256: string): AsyncGenerator<Uint8Array> {
    // closes the file by itself
    yield* (await this.#find(sha256)).createReadStream() as AsyncIterable<Uint8Array>;
  }

  /** Bytes of a content, `undefined` when there is no such. */
  async size(sha256: string): Promise<number | undefined> {
    return (await this.files.size(this.paths.of(sha256))) ?? (await this.files.size(this.paths.aside(sha256)));
  }

  /** Opens it for reading, also when it waits for its deletion, or is moved at this moment. */
  async #find(sha256: string): Promise<FileHandle> {
    const [path, aside] = [this.paths.of(sha256), this.paths.aside(sha256)];
    for (const place of [path, aside, path]) {
      try {
        return await open(place);
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    }
    throw blobMissing({ sha256 });
  }

  async #store(sha256: string, content: Uint8Array): Promise<void> {
    const path = this.paths.of(sha256);
    // another size: a damaged file, replaced by what belongs there
    if ((await this.files.size(path)) === content.byteLength) return;
    if ((await this.#broughtBack(sha256)) && (await this.files.size(path)) === content.byteLength) return;
    const temporary = join(this.paths.temporary, randomUUID());
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

  /** From where it waits for its deletion. Whoever deletes it at this moment is faster or too late, never half. */
  async #broughtBack(sha256: string): Promise<boolean> {
    try {
      // first: an old file could be set aside again before a row points at it
      await this.files.touch(this.paths.aside(sha256));
      await this.files.rename(this.paths.aside(sha256), this.paths.of(sha256));
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  async #makeShards(): Promise<void> {
    const { folder } = this.paths;
    const present = new Set(await this.files.names(folder));
    const missing = SHARDS.filter((name) => !present.has(name));
    if (missing.length === 0) return;
    await Promise.all(missing.map((name) => this.files.makeFolder(this.paths.shard(name))));
    await this.files.syncFolder(folder);
    await this.files.syncFolder(dirname(folder));
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
