import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Readable } from 'node:stream';
import { extract, type Header } from 'tar-stream';
import { MAX_BYTES, Refused, UnpackedFiles, type ArchiveEntry } from './unpack.js';

/** What headers and padding may add. */
const MAX_TAR = MAX_BYTES + 32 * 1024 * 1024;

/** Unpacks a gzipped tar as npm, git hosts and `tar` write it. Throws `Refused`. */
export async function untar(bytes: Buffer): Promise<UnpackedFiles> {
  const tar = await promisify(gunzip)(bytes, { maxOutputLength: MAX_TAR }).catch(refuse);
  const unpacked = new UnpackedFiles();
  const entries = extract();
  Readable.from([tar]).pipe(entries);
  try {
    for await (const entry of entries) {
      const described = entryOf(entry.header);
      const chunks: Buffer[] = [];
      const isWanted = unpacked.admit(described);
      for await (const chunk of entry) if (isWanted) chunks.push(chunk as Buffer);
      if (isWanted) unpacked.add(described, Buffer.concat(chunks));
    }
  } catch (error) {
    entries.destroy();
    if (error instanceof Refused) throw error;
    throw new Refused('it is damaged', { cause: error });
  }
  return unpacked;
}

function entryOf({ name: path, type, mode, size }: Header): ArchiveEntry {
  return { path, kind: kindOf(type), executable: ((mode ?? 0) & 0o111) !== 0, size: size ?? 0 };
}

function kindOf(type: Header['type']): ArchiveEntry['kind'] {
  if (type === 'directory') return 'folder';
  return type === 'file' || type === 'contiguous-file' ? 'file' : 'other';
}

function refuse(error: unknown): never {
  const isTooLarge = (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE';
  throw new Refused(isTooLarge ? `it unpacks to more than ${MAX_BYTES} bytes` : 'it is damaged', {
    cause: error,
  });
}
