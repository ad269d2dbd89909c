import { join } from 'node:path';
import { readPlainFile } from 'svc-registry/kernel';
import { listIntegrity, hashesOnDisk, type FileHash } from './integrity.js';
import { PLUGIN_MARKER } from './paths.js';

interface Identity {
  readonly name: string;
  readonly version: string;
}

/**
 * The text of the file that says which plugin a folder holds, and what each of its files was. The hash of that list is the
 * integrity of the lock, so a list that was tampered with is not believed. `hashes` are sorted by path.
 */
export function markerText({ name, version }: Identity, hashes: readonly FileHash[]): string {
  const list = Object.fromEntries(
    hashes.map(({ path, mode, sha256 }) => [path, `${mode.toString(8)} ${sha256}`]),
  );
  return `${JSON.stringify({ name, version, files: list }, null, 2)}\n`;
}

/** How the files of a folder differ from those that were installed. Paths are relative to the plugin, with `/`. */
export interface FileDifferences {
  readonly changed: readonly string[];
  /** The content is right, but not whether it may be executed. */
  readonly modes: readonly string[];
  readonly missing: readonly string[];
  readonly extra: readonly string[];
}

/** `undefined` when nobody can tell: the list is not there, or is not what the lock was written for. */
export async function differencesOf(
  folder: string,
  integrity: string,
): Promise<FileDifferences | undefined> {
  const listed = readList(folder);
  if (listed === undefined || listIntegrity(listed) !== integrity) return undefined;
  const { hashes, strange } = await hashesOnDisk(folder);
  const installed = new Map(listed.map((one) => [one.path, one] as const));
  const present = new Map(hashes.map((one) => [one.path, one] as const));
  const same = listed.filter(({ path }) => present.has(path));
  return {
    changed: same
      .filter(({ path, sha256 }) => present.get(path)?.sha256 !== sha256)
      .map(({ path }) => path),
    modes: same
      .filter(({ path, sha256, mode }) => isOnlyMode(present.get(path), { sha256, mode }))
      .map(({ path }) => path),
    missing: listed
      .filter(({ path }) => !present.has(path) && !strange.includes(path))
      .map(({ path }) => path),
    extra: [...[...present.keys()].filter((path) => !installed.has(path)), ...strange],
  };
}

function isOnlyMode(
  present: FileHash | undefined,
  { sha256, mode }: Pick<FileHash, 'sha256' | 'mode'>,
): boolean {
  return present?.sha256 === sha256 && present.mode !== mode;
}

function readList(folder: string): readonly FileHash[] | undefined {
  try {
    const { files } = JSON.parse(readPlainFile(join(folder, PLUGIN_MARKER))) as { files?: unknown };
    if (typeof files !== 'object' || files === null) return undefined;
    return Object.entries(files).map(([path, text]) => {
      const [mode = '', sha256 = ''] = String(text).split(' ');
      return { path, mode: Number.parseInt(mode, 8), sha256 };
    });
  } catch {
    return undefined; // not there, or not JSON: then the lock alone says that something is wrong
  }
}
