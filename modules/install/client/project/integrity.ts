import { createHash } from 'node:crypto';
import { lstat, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzip } from 'node:zlib';
import { promisify } from 'node:util';
import type { PluginFile } from '../../../registry/contract/plugin-format.js';
import { PLUGIN_MARKER } from './paths.js';

/** The most that an unpacked archive may hold, with room for the padding of tar. */
const MAX_TAR = 160 * 1024 * 1024;

interface FilePrint {
  readonly path: string;
  readonly mode: number;
  readonly sha256: string;
}

/** `sha256-…` of the sorted list of path, mode and content hash: the same for the same plugin, however it is packed. */
export function integrityOf(files: readonly PluginFile[]): string {
  return listIntegrity(
    files
      .filter((file) => file.path !== PLUGIN_MARKER)
      .map(({ path, mode, content }) => ({ path, mode, sha256: sha256(content).toString('hex') })),
  );
}

/** The same of an installed plugin; `undefined` when the folder is missing or holds something that no plugin holds. */
export async function integrityOnDisk(folder: string): Promise<string | undefined> {
  const prints: FilePrint[] = [];
  const sound = await collect(folder, '', prints);
  return sound ? listIntegrity(prints.filter(({ path }) => path !== PLUGIN_MARKER)) : undefined;
}

/** `sha256-…` of the tar inside a `.tgz`. */
export async function archiveIntegrity(archive: Uint8Array): Promise<string> {
  const tar = await promisify(gunzip)(archive, { maxOutputLength: MAX_TAR });
  return `sha256-${sha256(tar).toString('base64')}`;
}

/** The registry's hexadecimal fingerprint of a version in the form of the lock. */
export function sriOfFingerprint(fingerprint: string): string {
  return `sha256-${Buffer.from(fingerprint, 'hex').toString('base64')}`;
}

async function collect(root: string, inner: string, prints: FilePrint[]): Promise<boolean> {
  const entries = await readdir(join(root, inner), { withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) return false;
  for (const entry of entries) {
    const path = inner === '' ? entry.name : `${inner}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!(await collect(root, path, prints))) return false;
    } else if (entry.isFile()) {
      prints.push(await printFile(root, path));
    } else return false;
  }
  return true;
}

async function printFile(root: string, path: string): Promise<FilePrint> {
  const file = join(root, path);
  const info = await lstat(file);
  return { path, mode: (info.mode & 0o100) === 0 ? 0o644 : 0o755, sha256: sha256(await readFile(file)).toString('hex') };
}

function listIntegrity(prints: readonly FilePrint[]): string {
  const sorted = [...prints].sort((a, b) => (a.path < b.path ? -1 : 1));
  const list = sorted.map(({ path, mode, sha256: hash }) => [path, mode.toString(8), hash]);
  return `sha256-${sha256(JSON.stringify(list)).toString('base64')}`;
}

function sha256(content: Uint8Array | string): Buffer {
  return createHash('sha256').update(content).digest();
}
