import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { posix, join } from 'node:path';
import { EventLoopYielder } from '../../../../toolbox/event-loop-yielder.js';
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
  const kept = new Set<number>();
  for (const file of files) {
    if (!isSafeRelative(file.path))
      throw unsafePath({ path: file.path, why: 'it is not a plain relative path' });
    const parent = posix.dirname(file.path);
    if (!made.has(parent)) mkdirSync(join(folder, parent), { recursive: true });
    made.add(parent);
    const target = join(folder, file.path);
    writeFileSync(target, file.content, { flag: 'wx', mode: file.mode });
    if (!kept.has(file.mode)) assureMode(target, file.mode, kept);
    if (yielder.isDue) await yielder.pause();
  }
  writeFileSync(join(folder, PLUGIN_MARKER), markerText({ name, version }, hashes));
}

/** The umask treats equal modes alike: once a file has got the mode that was asked for, later ones need no look. */
function assureMode(target: string, mode: number, kept: Set<number>): void {
  if ((statSync(target).mode & 0o777) === mode) kept.add(mode);
  else chmodSync(target, mode);
}
