import { join } from 'node:path';
import { readPlainFile } from '../../../../toolbox/plain-file.js';
import { listIntegrity, hashesOnDisk, type FileHash } from './integrity.js';
import { PLUGIN_MARKER } from './paths.js';

interface Identity {
  readonly name: string;
  readonly version: string;
}

/**
 * The marker file's text: which plugin a folder holds, and the hash of each installed file. The hash of that list is the
 * integrity in the lock, so a forged list is rejected. `hashes` are sorted by path.
 */
export function markerText({ name, version }: Identity, hashes: readonly FileHash[]): string {
  const list = Object.fromEntries(
    hashes.map(({ path, mode, sha256 }) => [path, `${mode.toString(8)} ${sha256}`]),
  );
  return `${JSON.stringify({ name, version, files: list }, null, 2)}\n`;
}

/** How the files of a folder differ from those that were installed. Paths are relative to the plugin, with `/`. */
interface FileDifferences {
  readonly changed: readonly string[];
  /** Files with the right content but the wrong executable bit. */
  readonly mode: readonly string[];
  readonly missing: readonly string[];
  readonly extra: readonly string[];
}

/** `undefined` if the marker is missing or does not match the lock. */
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
    mode: same
      .filter(({ path, sha256, mode }) => {
        const now = present.get(path);
        return now?.sha256 === sha256 && now.mode !== mode;
      })
      .map(({ path }) => path),
    missing: listed
      .filter(({ path }) => !present.has(path) && !strange.includes(path))
      .map(({ path }) => path),
    extra: [...[...present.keys()].filter((path) => !installed.has(path)), ...strange],
  };
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
