import { dirname, join } from 'node:path';
import { blobMissing } from '../../contract/errors.js';

/** `00` to `ff`: made once, so that storing a content need not look for its folder. */
export const SHARDS = Array.from({ length: 256 }, (_, at) => at.toString(16).padStart(2, '0'));

/** Where contents are: each is a file `ab/cdef…` below the folder, named by its hash. Only a hash ever becomes part of a path. */
export class BlobPaths {
  constructor(readonly folder: string) {}

  of(sha256: string): string {
    return join(this.shard(valid(sha256).slice(0, 2)), sha256.slice(2));
  }

  shard(name: string): string {
    return join(this.folder, name);
  }

  shardsOf(hashes: readonly string[]): string[] {
    return [...new Set(hashes.map((sha256) => dirname(this.of(sha256))))];
  }

  /** Where a content waits for its deletion. It is still found. */
  aside(sha256: string): string {
    return join(this.asideFolder, valid(sha256));
  }

  get asideFolder(): string {
    return join(this.folder, 'aside');
  }

  /** Contents that are being written. */
  get temporary(): string {
    return join(this.folder, 'tmp');
  }
}

function valid(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw blobMissing({ sha256 });
  return sha256;
}
