import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { ifThere } from '../../../../toolbox/file-errors.js';
import type { BlobRef } from '../../contract/blob-store.js';
import { blobCorrupt, blobMissing } from '../../contract/errors.js';
import type { BlobFolder } from './blob-folder.js';

/** A stored content; it can be read once. */
export interface StoredBlob extends BlobRef {
  /** Ends with `blob_corrupt` when it does not match its hash. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** Throws `blob_missing`. */
export async function storedBlob(blobs: BlobFolder, sha256: string): Promise<StoredBlob> {
  const size = await blobs.size(sha256);
  if (size === undefined) throw blobMissing({ sha256 });
  return { sha256, size, content: checked(blobs, sha256) };
}

async function* checked(blobs: BlobFolder, sha256: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  for await (const chunk of await blobs.open(sha256)) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== sha256) throw blobCorrupt({ sha256 });
}

/** Reads a content and compares it with its hash. */
export async function isSound(blobs: BlobFolder, sha256: string): Promise<boolean> {
  const hash = createHash('sha256');
  for await (const chunk of await blobs.open(sha256)) hash.update(chunk);
  return hash.digest('hex') === sha256;
}

/** Removes a content that does not match its hash, so that it can be stored again. */
export async function dropDamaged(blobs: BlobFolder, sha256: string): Promise<void> {
  if (!(await blobs.has(sha256)) || (await isSound(blobs, sha256))) return;
  for (const path of [blobs.paths.of(sha256), blobs.paths.aside(sha256)])
    await rm(path, { force: true });
}

/** The file names in one of the store's folders; empty when the folder does not exist yet. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  return (await ifThere(readdir(folder))) ?? [];
}
