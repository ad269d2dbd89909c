import type { LooseFile } from '../../../../registry/contract/plugin-format.js';
import { archiveRefused } from '../../../contract/package-errors.js';
import type { Unpacked } from './loose-tree.js';

/** Largest archive, and largest sum of what it holds, in bytes. */
export const MAX_BYTES = 256 * 1024 * 1024;
const MAX_ENTRIES = 20_000;

/** An entry of an archive before anything of it is read. */
export interface ArchiveEntry {
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'other';
  readonly executable: boolean;
  /** As the archive states it. */
  readonly size: number;
}

/** Why an archive cannot be used. Becomes `archive_refused`, which names the source. */
export class Refused extends Error {}

/** Collects what an archive holds, and refuses what no honest archive has. */
export class UnpackedFiles implements Unpacked {
  readonly files: LooseFile[] = [];
  readonly others: string[] = [];
  private readonly paths = new Set<string>();
  private count = 0;
  private bytes = 0;

  /** Checks an entry before its content is read. False: there is nothing to read. */
  admit({ path, kind, size }: ArchiveEntry): boolean {
    this.count += 1;
    if (this.count > MAX_ENTRIES) throw new Refused(`it has more than ${MAX_ENTRIES} entries`);
    const plain = path.replace(/^(?:\.\/)+/, '').replace(/\/$/, '');
    if (!isInside(plain)) throw new Refused(`the path ${JSON.stringify(path)} leads out of it`);
    if (kind === 'folder') return false;
    if (this.paths.has(plain)) throw new Refused(`it has ${JSON.stringify(plain)} twice`);
    this.paths.add(plain);
    if (kind === 'other') this.others.push(plain);
    this.bytes += size;
    if (this.bytes > MAX_BYTES) throw new Refused(`it unpacks to more than ${MAX_BYTES} bytes`);
    return kind === 'file';
  }

  add({ path, executable }: ArchiveEntry, content: Buffer): void {
    this.files.push({ path: path.replace(/^(?:\.\/)+/, ''), executable, content });
  }
}

function isInside(path: string): boolean {
  return !/^\/|\\|^[a-z]:|\0/i.test(path) && !path.split('/').includes('..');
}

/** Unpacks a `.zip` or a `.tar.gz`, whatever its name is, in memory. Throws `archive_refused`. */
export async function unpack(bytes: Buffer, source: string): Promise<Unpacked> {
  try {
    if (bytes[0] === 0x1f && bytes[1] === 0x8b)
      return await (await import('./untar.js')).untar(bytes);
    if (bytes.subarray(0, 2).toString('latin1') === 'PK')
      return await (await import('./unzip.js')).unzip(bytes);
    throw new Refused('it is neither a .zip nor a .tar.gz');
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw archiveRefused({ source, why: error.message }, { cause: error });
  }
}
