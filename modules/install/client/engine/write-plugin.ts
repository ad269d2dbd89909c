import { closeSync, fchmodSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { posix, join } from 'node:path';
import type { PluginFile } from '../../../registry/contract/plugin-format.js';
import { unsafePath } from '../../contract/errors.js';
import { isSafeRelative, PLUGIN_MARKER } from '../project/paths.js';
import { markerText } from '../project/plugin-marker.js';
import { Breather } from '../pace/breather.js';
import type { PreparedPlugin } from './prepared-plugin.js';

/** Writes a plugin into an empty folder. */
export async function writePlugin(folder: string, { name, locked, contents }: PreparedPlugin): Promise<void> {
  const files = (contents?.files ?? []).filter(({ path }) => path !== PLUGIN_MARKER);
  const breather = new Breather();
  const made = new Set<string>(['.']);
  for (const file of files) {
    if (!isSafeRelative(file.path)) throw unsafePath({ path: file.path, why: 'it is not a plain relative path' });
    const parent = posix.dirname(file.path);
    if (!made.has(parent)) mkdirSync(join(folder, parent), { recursive: true });
    made.add(parent);
    writeNew(join(folder, file.path), file);
    await breather.pause();
  }
  writeFileSync(join(folder, PLUGIN_MARKER), markerText({ name, version: locked.version }, files));
}

function writeNew(path: string, { mode, content }: PluginFile): void {
  const file = openSync(path, 'wx', mode);
  try {
    writeFileSync(file, content);
    // whatever the user's mask makes of it
    fchmodSync(file, mode);
  } finally {
    closeSync(file);
  }
}
