import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { pack as createPack } from 'tar-stream';
import { by } from '../../../../toolbox/by.js';
import type { PluginFile } from '../../contract/plugin-format.js';
import { archiveTooLarge } from '../../contract/plugin-errors.js';
import { limits } from '../limits.js';

/** Every path of an archive is below this folder. */
export const ARCHIVE_ROOT = 'package';
/** Byte 9 of a gzip header names the operating system; 255 is "unknown". */
const GZIP_SYSTEM = 9;

export interface WrittenArchive {
  readonly archive: Uint8Array;
  /** SHA-256 of the tar inside, in hexadecimal, which identifies a version's content. */
  readonly fingerprint: string;
}

/** The archive of a plugin: the same files give the same tar on every machine. */
export async function writeArchive(files: readonly PluginFile[]): Promise<WrittenArchive> {
  const tar = await writeTar(files);
  const archive = await promisify(gzip)(tar, { level: 9 });
  archive.writeUInt8(255, GZIP_SYSTEM);
  if (archive.length > limits.compressedBytes) {
    throw archiveTooLarge({
      what: `The archive has ${archive.length} bytes; at most ${limits.compressedBytes} are allowed.`,
    });
  }
  return { archive, fingerprint: createHash('sha256').update(tar).digest('hex') };
}

async function writeTar(files: readonly PluginFile[]): Promise<Buffer> {
  const pack = createPack();
  for (const { path, mode, content } of [...files].sort(by((file) => file.path))) {
    const header = {
      name: `${ARCHIVE_ROOT}/${path}`,
      mode,
      mtime: new Date(0),
      uid: 0,
      gid: 0,
      uname: '',
      gname: '',
    };
    pack.entry(header, Buffer.from(content.buffer, content.byteOffset, content.length));
  }
  pack.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of pack as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
