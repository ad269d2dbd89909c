import { serviceKey } from 'svc-registry/kernel';

/** A stored content: lower-case hex SHA-256 and size in bytes. */
export interface BlobRef {
  readonly sha256: string;
  readonly size: number;
}

/** Contents addressed by their SHA-256. What `put` has answered is durable: rows may point at it. */
export interface BlobStore {
  put(content: Uint8Array): Promise<BlobRef>;
  /** Stores several contents, in parallel where that helps; answers in the same order. */
  putAll(contents: readonly Uint8Array[]): Promise<readonly BlobRef[]>;
  /** Throws `blob_missing` when there is no such content. */
  read(sha256: string): Promise<Uint8Array>;
  /** Streams the content; throws `blob_missing` before the first byte. With its `size` in bytes, a small one is read at less cost. */
  open(sha256: string, size?: number): Promise<AsyncIterable<Uint8Array>>;
  has(sha256: string): Promise<boolean>;
}

export const blobStoreKey = serviceKey<BlobStore>('persistence.blobStore');
