import { dirname, join } from 'node:path';
import { blobMissing } from '../../contract/errors.js';

/** `00` to `ff`. The folders are created once, so that storing a content need not check for its folder. */
export const SHARDS = Array.from({ length: 256 }, (_, at) => at.toString(16).padStart(2, '0'));

/** Paths of contents: each is a file `ab/cdef…` below the folder, named by its hash. Only a valid hash ever becomes part of a path. */
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

  /** Where a content is kept before its deletion. It can still be read there. */
  aside(sha256: string): string {
    return join(this.asideFolder, valid(sha256));
  }

  get asideFolder(): string {
    return join(this.folder, 'aside');
  }

  /** Folder for contents that are being written. */
  get temporary(): string {
    return join(this.folder, 'tmp');
  }
}

function valid(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw blobMissing({ sha256 });
  return sha256;
}
