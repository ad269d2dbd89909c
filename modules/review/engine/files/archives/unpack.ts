import type { Budget, Unpacked } from './archive.js';
import { gunzip } from './gzip.js';
import { untar } from './tar.js';
import { unzip } from './zip.js';

/** Bytes that hold files. */
export interface Archive {
  readonly format: 'zip' | 'tar' | 'gz';
  readonly bytes: Buffer;
}

/** All entries of an archive, one level deep. */
export async function unpack(path: string, archive: Archive, budget: Budget): Promise<Unpacked> {
  if (archive.format === 'zip') return unzip(archive.bytes, budget);
  if (archive.format === 'tar') return untar(archive.bytes, budget);
  return gunzip(path, archive.bytes, budget);
}
