import { hash } from 'node:crypto';
import { existsSync, readdirSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { by } from '../../../../toolbox/by.js';
import { EventLoopYielder } from '../../../../toolbox/event-loop-yielder.js';
import type { PluginFile } from '../../../registry/contract/plugin-format.js';
import { PLUGIN_MARKER } from './paths.js';
import { readUnfollowed } from './read-file.js';

/** Largest unpacked archive, including the padding of tar. */
const MAX_TAR = 160 * 1024 * 1024;

/** The mode of executable files; all others have 0644. */
export const EXECUTABLE = 0o755;

/** The path, the mode and the hash of the content of one file of a plugin. */
export interface FileHash {
  readonly path: string;
  readonly mode: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** `sha256-…` of the sorted list of path, mode and content hash: the same for the same plugin, however it is packed. */
export async function integrityOf(files: readonly PluginFile[]): Promise<string> {
  return listIntegrity(await hashesOf(files));
}

/** Sorted by path. */
export async function hashesOf(files: readonly PluginFile[]): Promise<readonly FileHash[]> {
  const yielder = new EventLoopYielder();
  const hashes: FileHash[] = [];
  for (const { path, mode, content } of files) {
    if (path !== PLUGIN_MARKER) hashes.push({ path, mode, sha256: hash('sha256', content, 'hex') });
    if (yielder.isDue) await yielder.pause();
  }
  return hashes.sort(by(({ path }) => path));
}

/** The integrity of a folder that cannot be read, or that holds something no plugin holds: equal to no real one. */
const UNSOUND = 'unsound';

/** The integrity of an installed plugin; `undefined` if there is none. */
export async function integrityOnDisk(folder: string): Promise<string | undefined> {
  return integrityOfHashes(folder, await hashesOnDisk(folder));
}

/** The integrity computed from the entries of a folder. */
export function integrityOfHashes(
  folder: string,
  { hashes, strange }: FolderHashes,
): string | undefined {
  if (strange.length === 0) return listIntegrity(hashes);
  return existsSync(folder) ? UNSOUND : undefined;
}

interface FolderHashes {
  readonly hashes: readonly FileHash[];
  /** Entries that are not files or cannot be read; `.` stands for the folder itself. */
  readonly strange: readonly string[];
}

export async function hashesOnDisk(folder: string): Promise<FolderHashes> {
  // yields before the first file too, because the calls block the event loop
  await setImmediate();
  const [hashes, strange]: [FileHash[], string[]] = [[], []];
  await collect({ root: folder, hashes, strange, yielder: new EventLoopYielder() }, '');
  return { hashes: hashes.filter(({ path }) => path !== PLUGIN_MARKER), strange };
}

/** `sha256-…` of the tar inside a `.tgz`. */
export async function archiveIntegrity(archive: Uint8Array): Promise<string> {
  const { gunzip } = await import('node:zlib');
  const tar = await promisify(gunzip)(archive, { maxOutputLength: MAX_TAR });
  return `sha256-${hash('sha256', tar, 'base64')}`;
}

/** The registry's hexadecimal fingerprint of a version in the form of the lock. */
export function sriOfFingerprint(fingerprint: string): string {
  return `sha256-${Buffer.from(fingerprint, 'hex').toString('base64')}`;
}

interface Collection {
  readonly root: string;
  readonly hashes: FileHash[];
  readonly strange: string[];
  readonly yielder: EventLoopYielder;
}

async function collect(found: Collection, inner: string): Promise<void> {
  for (const entry of entriesOf(found, inner)) {
    const path = inner === '' ? entry.name : `${inner}/${entry.name}`;
    if (entry.isDirectory()) await collect(found, path);
    else addFile(found, path, entry);
    if (found.yielder.isDue) await found.yielder.pause();
  }
}

function entriesOf({ root, strange }: Collection, inner: string): readonly Dirent[] {
  try {
    return readdirSync(join(root, inner), { withFileTypes: true });
  } catch {
    strange.push(inner === '' ? '.' : inner);
    return [];
  }
}

function addFile({ root, hashes, strange }: Collection, path: string, entry: Dirent): void {
  try {
    if (!entry.isFile()) strange.push(path);
    else {
      const { mode, content } = readUnfollowed(join(root, path));
      const isScript = (mode & 0o100) !== 0;
      const sha256 = hash('sha256', content, 'hex');
      hashes.push({ path, mode: isScript ? EXECUTABLE : 0o644, sha256 });
    }
  } catch {
    strange.push(path);
  }
}

export function listIntegrity(hashes: readonly FileHash[]): string {
  const sorted = [...hashes].sort(by(({ path }) => path));
  const list = sorted.map(({ path, mode, sha256: hash }) => [path, mode.toString(8), hash]);
  return `sha256-${hash('sha256', JSON.stringify(list), 'base64')}`;
}
