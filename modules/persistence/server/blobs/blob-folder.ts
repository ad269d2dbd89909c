import { createHash, randomUUID, webcrypto } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { HostInfo } from 'svc-registry/kernel';
import { Semaphore } from '../../../../toolbox/semaphore.js';
import { codeOf, isMissing } from '../../../../toolbox/file-errors.js';
import type { BlobRef, BlobStore } from '../../contract/blob-store.js';
import {
  blobCorrupt,
  blobMissing,
  insufficientStorage,
  storageUnavailable,
} from '../../contract/errors.js';
import { BlobPaths, SHARDS } from './blob-paths.js';
import { localFiles, type DurableFiles, type FileState } from './durable-files.js';
import { DurableNames, type StoredBlob } from './durable-names.js';
import { isFull } from './file-errors.js';

/** Contents up to this size are checked against their hash each time they are read. */
const CHECKED_SIZE = 1024 * 1024;
const HOUR_MS = 3_600_000;
/** Processes are often limited to 1,024 open files, and a plugin may have 5,000. More files at once are no faster anyway. */
const OPEN_FILES = 16;

/** Larger contents are hashed off the main thread, which takes more time in total but does not block requests. */
const HASHED_AT_ONCE = 256 * 1024;

/** Contents up to this size are read in one piece, at a quarter of the cost of a stream. */
const READ_AT_ONCE = 64 * 1024;

const sha256Of = (content: Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

async function refOf(content: Uint8Array): Promise<BlobRef> {
  const size = content.byteLength;
  if (size <= HASHED_AT_ONCE) return { sha256: sha256Of(content), size };
  return {
    sha256: Buffer.from(
      await webcrypto.subtle.digest('SHA-256', content as Uint8Array<ArrayBuffer>),
    ).toString('hex'),
    size,
  };
}

interface StoreTask {
  readonly sha256: string;
  readonly content: Uint8Array;
  /** Whether no content is set aside for deletion. */
  readonly asideEmpty: boolean;
}

/** Stores each content as a file in a folder. */
export class BlobFolder implements BlobStore {
  readonly #opening = new Semaphore(OPEN_FILES);
  readonly #durable = new DurableNames();
  readonly paths: BlobPaths;

  constructor(
    folder: string,
    private readonly files: DurableFiles = localFiles,
    private readonly fault?: HostInfo['fault'],
  ) {
    this.paths = new BlobPaths(folder);
  }

  /** Creates the folders, and removes the temporary files of interrupted writes. */
  async prepare(now: Date): Promise<void> {
    await this.files.makeFolder(this.paths.temporary);
    await this.files.makeFolder(this.paths.asideFolder);
    await this.#makeShards();
    // another server may share the folder: a recent file may still be in use
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
      const asideEmpty = await this.files.isEmpty(this.paths.asideFolder);
      const blobs = await this.#each([...distinct], ([sha256, content]) =>
        this.#store({ sha256, content, asideEmpty }),
      );
      await this.#makeNamesDurable(blobs);
    } catch (error) {
      throw translated(error);
    }
    return refs;
  }

  async read(sha256: string): Promise<Uint8Array> {
    const content = await this.#find(sha256, (path) => readFile(path));
    if (content.byteLength <= CHECKED_SIZE && sha256Of(content) !== sha256)
      throw blobCorrupt({ sha256 });
    return content;
  }

  async open(sha256: string, size = Infinity): Promise<AsyncIterable<Uint8Array>> {
    if (size <= READ_AT_ONCE)
      return inOnePiece(await this.#find(sha256, (path) => this.files.read(path, size)));
    if (!(await this.has(sha256))) throw blobMissing({ sha256 });
    // opened by the first read: a response that is never read (HEAD) leaves no file open
    return this.#bytes(sha256);
  }

  async has(sha256: string): Promise<boolean> {
    return (await this.size(sha256)) !== undefined;
  }

  async *#bytes(sha256: string): AsyncGenerator<Uint8Array> {
    // the stream closes the file
    yield* (
      await this.#find(sha256, (path) => open(path))
    ).createReadStream() as AsyncIterable<Uint8Array>;
  }

  /** Size in bytes; `undefined` when the content does not exist. */
  async size(sha256: string): Promise<number | undefined> {
    return (
      (await this.files.state(this.paths.of(sha256))) ??
      (await this.files.state(this.paths.aside(sha256)))
    )?.size;
  }

  /** Calls `get` with the content's path, including while the content is set aside or is being moved. */
  async #find<T>(sha256: string, get: (path: string) => Promise<T>): Promise<T> {
    const [path, aside] = [this.paths.of(sha256), this.paths.aside(sha256)];
    for (const candidate of [path, aside, path]) {
      try {
        return await get(candidate);
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    }
    throw blobMissing({ sha256 });
  }

  async #store({ sha256, content, asideEmpty }: StoreTask): Promise<StoredBlob> {
    const path = this.paths.of(sha256);
    const there =
      (await this.files.state(path)) ?? (asideEmpty ? undefined : await this.#broughtBack(sha256));
    // a file of another size is damaged and is replaced
    if (there?.size === content.byteLength) return { sha256, mark: there.mark };
    const temporary = join(this.paths.temporary, randomUUID());
    try {
      await this.files.write(temporary, content, () => this.fault?.('persistence.blob-written'));
      this.fault?.('persistence.blob-synced');
      await this.files.rename(temporary, path);
      this.fault?.('persistence.blob-renamed');
      return { sha256, mark: (await this.files.state(path))?.mark };
    } catch (error) {
      await this.files.remove(temporary);
      throw error;
    }
  }

  /** Moves a content that is set aside for deletion back. A concurrent sweep deletes it either before or not at all. */
  async #broughtBack(sha256: string): Promise<FileState | undefined> {
    const [path, aside] = [this.paths.of(sha256), this.paths.aside(sha256)];
    try {
      // first, or a sweep could set the old file aside again before a row refers to it
      await this.files.touch(aside);
      await this.files.rename(aside, path);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
    return this.files.state(path);
  }

  /**
   * Syncs the folders of the contents. A content that is already there needs it too, unless this process has synced it:
   * another process may have crashed before its own sync.
   */
  async #makeNamesDurable(blobs: readonly StoredBlob[]): Promise<void> {
    const unsure = blobs.filter((blob) => !this.#durable.has(blob));
    const folders = this.paths.shardsOf(unsure.map(({ sha256 }) => sha256));
    await this.#each(folders, (folder) => this.files.syncFolder(folder));
    for (const blob of unsure) this.#durable.add(blob);
  }

  /** Waits for all steps before it fails, so that no write continues after the response. */
  async #each<T, R>(all: readonly T[], step: (one: T) => Promise<R>): Promise<readonly R[]> {
    const results = await Promise.allSettled(all.map((one) => this.#opening.run(() => step(one))));
    return results.map((result) => {
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    });
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

// an async generator only because callers expect a stream
// eslint-disable-next-line @typescript-eslint/require-await -- see above
async function* inOnePiece(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
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
  return why === undefined
    ? error
    : storageUnavailable({ what: 'the contents', why }, { cause: error });
}
