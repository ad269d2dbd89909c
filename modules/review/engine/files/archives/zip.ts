import { crc32, inflateRawSync } from 'node:zlib';
import { fromBufferPromise, type Entry as ZipEntry } from 'yauzl';
import { DAMAGED, isBomb, isTooLarge, TOO_LARGE } from './archive.js';
import type { Budget, Entry, Unpacked, Unread } from './archive.js';

const STORED = 0;
const DEFLATED = 8;
const LINK = 0o120_000;
const TYPE = 0o170_000;

/** Everything in a zip, also when parts of it are damaged. */
export async function unzip(bytes: Buffer, budget: Budget): Promise<Unpacked> {
  const entries: Entry[] = [];
  const unread: Unread[] = [];
  try {
    // names are decoded here: yauzl refuses the whole archive for one path that leads outwards
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, decodeStrings: false });
    for await (const entry of zip.eachEntry()) {
      const path = entry.fileNameRaw.toString('utf8').replaceAll('\\', '/');
      if (path.endsWith('/')) continue;
      const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
      const packed = bytes.subarray(fileDataStart, fileDataStart + entry.compressedSize);
      const content = contentOf(entry, packed, budget);
      if (typeof content === 'string') {
        const bomb = content === TOO_LARGE && isBomb(packed.length, entry.uncompressedSize);
        unread.push({ path, reason: content, bomb });
        if (content === TOO_LARGE) break;
      } else entries.push(entryOf(path, entry.externalFileAttributes >>> 16, content));
    }
  } catch {
    unread.push({ path: '', reason: DAMAGED });
  }
  return { entries, unread };
}

function entryOf(path: string, mode: number, bytes: Buffer): Entry {
  const isLink = (mode & TYPE) === LINK;
  return { path, mode, bytes, ...(isLink && { link: bytes.toString('utf8') }) };
}

/** The bytes of the entry, or the reason why they cannot be read. */
function contentOf(entry: ZipEntry, packed: Buffer, budget: Budget): Buffer | string {
  if (entry.isEncrypted()) return 'it is encrypted';
  const method = entry.compressionMethod;
  if (method !== STORED && method !== DEFLATED)
    return `its compression (method ${method}) is not supported`;
  try {
    const content =
      method === STORED ? packed : inflateRawSync(packed, { maxOutputLength: budget.bytes + 1 });
    if (!budget.admits(content.length)) return TOO_LARGE;
    return crc32(content) === entry.crc32 ? content : DAMAGED;
  } catch (error) {
    return isTooLarge(error) ? TOO_LARGE : DAMAGED;
  }
}
