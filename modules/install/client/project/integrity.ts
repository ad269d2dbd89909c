import { hash } from 'node:crypto';
import { closeSync, constants, existsSync, fstatSync, openSync, readdirSync, readFileSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { PluginFile } from '../../../registry/contract/plugin-format.js';
import { PLUGIN_MARKER } from './paths.js';

/** The most that an unpacked archive may hold, with room for the padding of tar. */
const MAX_TAR = 160 * 1024 * 1024;

export interface FilePrint {
  readonly path: string;
  readonly mode: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** `sha256-…` of the sorted list of path, mode and content hash: the same for the same plugin, however it is packed. */
export function integrityOf(files: readonly PluginFile[]): string {
  return listIntegrity(printsOf(files));
}

export function printsOf(files: readonly PluginFile[]): FilePrint[] {
  const own = files.filter((file) => file.path !== PLUGIN_MARKER);
  return own.map(({ path, mode, content }) => ({ path, mode, sha256: hash('sha256', content, 'hex') }));
}

/** Of what cannot be read, or holds something that no plugin holds: equal to no integrity. */
const UNSOUND = 'unsound';

/** The same of an installed plugin; `undefined` when it is not there. */
export async function integrityOnDisk(folder: string): Promise<string | undefined> {
  const { prints, strange } = await printsOnDisk(folder);
  if (strange.length === 0) return listIntegrity(prints);
  return existsSync(folder) ? UNSOUND : undefined;
}

export interface FolderPrints {
  readonly prints: readonly FilePrint[];
  /** What is there and is no file, or cannot be read; `.` stands for the folder itself. */
  readonly strange: readonly string[];
}

export async function printsOnDisk(folder: string): Promise<FolderPrints> {
  // the calls below let nothing else through: signals are heard between plugins
  await setImmediate();
  const [prints, strange]: [FilePrint[], string[]] = [[], []];
  collect({ root: folder, prints, strange }, '');
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
}

function collect(found: Collection, inner: string): void {
  for (const entry of entriesOf(found, inner)) {
    const path = inner === '' ? entry.name : `${inner}/${entry.name}`;
    if (entry.isDirectory()) collect(found, path);
    else addFile(found, path, entry);
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

function addFile({ root, prints, strange }: Collection, path: string, entry: Dirent): void {
  try {
    if (entry.isFile()) prints.push(printFile(root, path));
    else strange.push(path);
  } catch {
    strange.push(path);
  }
}

function printFile(root: string, path: string): FilePrint {
  // neither a pipe nor a link that has just taken the file's place is read
  const file = openSync(join(root, path), constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    const mode = (fstatSync(file).mode & 0o100) === 0 ? 0o644 : 0o755;
    return { path, mode, sha256: hash('sha256', readFileSync(file), 'hex') };
  } finally {
    closeSync(file);
  }
}

export function listIntegrity(prints: readonly FilePrint[]): string {
  const sorted = [...prints].sort((a, b) => (a.path < b.path ? -1 : 1));
  const list = sorted.map(({ path, mode, sha256: hash }) => [path, mode.toString(8), hash]);
  return `sha256-${hash('sha256', JSON.stringify(list), 'base64')}`;
}
