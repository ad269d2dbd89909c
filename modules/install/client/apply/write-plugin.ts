import {
  closeSync,
  fchmodSync,
  fstatSync,
  mkdirSync,
  openSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { posix, join } from 'node:path';
import { EventLoopYielder } from '../../../../toolbox/event-loop-yielder.js';
import type { PluginFile } from '../../../registry/contract/plugin-format.js';
import { unsafePath } from '../../contract/errors.js';
import { isSafeRelative, PLUGIN_MARKER } from '../project/paths.js';
import { markerText } from '../project/plugin-marker.js';
import type { FetchedPlugin } from '../fetch/fetcher.js';

/** Writes a plugin into an empty folder. */
export async function writePlugin(
  folder: string,
  {
    name,
    version,
    contents,
    hashes,
  }: Pick<FetchedPlugin, 'name' | 'version' | 'contents' | 'hashes'>,
): Promise<void> {
  const files = contents.files.filter(({ path }) => path !== PLUGIN_MARKER);
  const yielder = new EventLoopYielder();
  const made = new Set<string>(['.']);
  const modesAsAsked = new Set<number>();
  for (const file of files) {
    if (!isSafeRelative(file.path))
      throw unsafePath({ path: file.path, why: 'it is not a plain relative path' });
    const parent = posix.dirname(file.path);
    if (!made.has(parent)) mkdirSync(join(folder, parent), { recursive: true });
    made.add(parent);
    writeNew(join(folder, file.path), file, modesAsAsked);
    if (yielder.isDue) await yielder.pause();
  }
  writeFileSync(join(folder, PLUGIN_MARKER), markerText({ name, version }, hashes));
}

/** The umask treats equal modes equally: once a file got the requested mode, later files need no chmod. */
function writeNew(path: string, { mode, content }: PluginFile, modesAsAsked: Set<number>): void {
  const file = openSync(path, 'wx', mode);
  try {
    for (let written = 0; written < content.length;) written += writeSync(file, content, written);
    if (modesAsAsked.has(mode)) return;
    if ((fstatSync(file).mode & 0o777) === mode) modesAsAsked.add(mode);
    else fchmodSync(file, mode);
  } finally {
    closeSync(file);
  }
}
