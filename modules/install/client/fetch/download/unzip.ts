import { crc32 } from 'node:zlib';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { Refused, UnpackedFiles, type ArchiveEntry } from './unpack.js';

const TYPE = 0o170_000;
const FILE = 0o100_000;
/** The system that wrote an entry, in the upper byte of `versionMadeBy`: only UNIX and macOS write modes. */
const WITH_MODES: readonly number[] = [3, 19];

/** Unpacks a zip. Throws `Refused`. */
export async function unzip(bytes: Buffer): Promise<UnpackedFiles> {
  const unpacked = new UnpackedFiles();
  try {
    // paths that lead out are refused by yauzl as well as by us
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true });
    for await (const entry of zip.eachEntry()) {
      const described = entryOf(entry);
      if (unpacked.admit(described)) unpacked.add(described, await contentOf(zip, entry));
    }
  } catch (error) {
    if (error instanceof Refused) throw error;
    const { message } = error as Error;
    const isPath = /relative path|absolute path|invalid characters/.test(message);
    throw new Refused(isPath ? `a path in it leads out of it` : 'it is damaged', { cause: error });
  }
  return unpacked;
}

async function contentOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const { fileName } = entry;
  if (entry.isEncrypted()) throw new Refused(`${JSON.stringify(fileName)} in it is encrypted`);
  if (!entry.canDecodeFileData())
    throw new Refused(`${JSON.stringify(fileName)} in it is compressed in a way that is not known`);
  const chunks: Buffer[] = [];
  // yauzl ends the stream with an error as soon as it is longer than the entry states
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
  const content = Buffer.concat(chunks);
  if (crc32(content) !== entry.crc32)
    throw new Refused(`${JSON.stringify(fileName)} in it is damaged`);
  return content;
}

function entryOf({
  fileName,
  externalFileAttributes,
  versionMadeBy,
  uncompressedSize,
}: Entry): ArchiveEntry {
  const mode = WITH_MODES.includes(versionMadeBy >>> 8) ? externalFileAttributes >>> 16 : 0;
  return {
    path: fileName,
    kind: kindOf(fileName, mode & TYPE),
    executable: (mode & 0o111) !== 0,
    size: uncompressedSize,
  };
}

function kindOf(fileName: string, type: number): ArchiveEntry['kind'] {
  if (fileName.endsWith('/')) return 'folder';
  return type === 0 || type === FILE ? 'file' : 'other';
}
