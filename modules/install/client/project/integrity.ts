import { hash } from 'node:crypto';
import { closeSync, constants, existsSync, fstatSync, openSync, readdirSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { PluginFile } from '../../../registry/contract/plugin-format.js';
import { Breather } from '../pace/breather.js';
import { readOpenFile, sharedMemory, type TakeMemory } from '../pace/read-open-file.js';
import { PLUGIN_MARKER } from './paths.js';

/** The most that an unpacked archive may hold, with room for the padding of tar. */
const MAX_TAR = 160 * 1024 * 1024;

/** The mode of files that can be executed; all others have 0644. */
export const EXECUTABLE = 0o755;

export interface FilePrint {
  readonly path: string;
  readonly mode: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** `sha256-…` of the sorted list of path, mode and content hash: the same for the same plugin, however it is packed. */
export async function integrityOf(files: readonly PluginFile[]): Promise<string> {
  return listIntegrity(await printsOf(files));
}

/** Sorted by path. */
export async function printsOf(files: readonly PluginFile[]): Promise<readonly FilePrint[]> {
  const breather = new Breather();
  const prints: FilePrint[] = [];
  for (const { path, mode, content } of files) {
    if (path !== PLUGIN_MARKER) prints.push({ path, mode, sha256: hash('sha256', content, 'hex') });
    if (breather.isDue) await breather.pause();
  }
  return prints.sort(byPath);
}

/** Of what cannot be read, or holds something that no plugin holds: equal to no integrity. */
const UNSOUND = 'unsound';

/** The same of an installed plugin; `undefined` when it is not there. */
export async function integrityOnDisk(folder: string): Promise<string | undefined> {
  return integrityOfPrints(folder, await printsOnDisk(folder));
}

/** The same from what was found in the folder. */
export function integrityOfPrints(folder: string, { prints, strange }: FolderPrints): string | undefined {
  if (strange.length === 0) return listIntegrity(prints);
  return existsSync(folder) ? UNSOUND : undefined;
}

export interface FolderPrints {
  readonly prints: readonly FilePrint[];
  /** What is there and is no file, or cannot be read; `.` stands for the folder itself. */
  readonly strange: readonly string[];
}

export async function printsOnDisk(folder: string): Promise<FolderPrints> {
  // nor do the first calls let anything else through
  await setImmediate();
  const [prints, strange]: [FilePrint[], string[]] = [[], []];
  await collect({ root: folder, prints, strange, take: sharedMemory(), breather: new Breather() }, '');
  return { prints: prints.filter(({ path }) => path !== PLUGIN_MARKER), strange };
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
  readonly prints: FilePrint[];
  readonly strange: string[];
  readonly take: TakeMemory;
  readonly breather: Breather;
}

async function collect(found: Collection, inner: string): Promise<void> {
  for (const entry of entriesOf(found, inner)) {
    const path = inner === '' ? entry.name : `${inner}/${entry.name}`;
    if (entry.isDirectory()) await collect(found, path);
    else addFile(found, path, entry);
    if (found.breather.isDue) await found.breather.pause();
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

function addFile({ root, prints, strange, take }: Collection, path: string, entry: Dirent): void {
  try {
    if (entry.isFile()) prints.push(printFile(join(root, path), path, take));
    else strange.push(path);
  } catch {
    strange.push(path);
  }
}

function printFile(place: string, path: string, take: TakeMemory): FilePrint {
  // neither a pipe nor a link that has just taken the file's place is read
  const file = openSync(place, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    const { mode, size } = fstatSync(file);
    const content = readOpenFile(file, size, take);
    return { path, mode: (mode & 0o100) === 0 ? 0o644 : EXECUTABLE, sha256: hash('sha256', content, 'hex') };
  } finally {
    closeSync(file);
  }
}

export function listIntegrity(prints: readonly FilePrint[]): string {
  const sorted = [...prints].sort(byPath);
  const list = sorted.map(({ path, mode, sha256: hash }) => [path, mode.toString(8), hash]);
  return `sha256-${hash('sha256', JSON.stringify(list), 'base64')}`;
}

function byPath(a: FilePrint, b: FilePrint): number {
  return a.path < b.path ? -1 : 1;
}
