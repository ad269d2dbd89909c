import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { ifThere, isNowhere } from '../../../toolbox/file-errors.js';
import { manifestExists, nothingToRead } from '../contract/plugin-errors.js';
import type { LooseFile } from '../contract/plugin-format.js';
import { LEGACY_MANIFEST_PATH, MANIFEST_PATH } from '../format/index.js';

/** The folder that a command's path refers to: the folder itself, or that of the named `SKILL.md`, manifest or older manifest. */
export async function sourceFolder(cwd: string, path = '.'): Promise<string> {
  const target = resolve(cwd, path);
  const stats = await ifThere(stat(target), isNowhere);
  if (stats === undefined) throw nothingToRead({ path: target, what: 'plugin or skill' });
  if (stats.isDirectory()) return target;
  if (['SKILL.md', LEGACY_MANIFEST_PATH].includes(basename(target))) return dirname(target);
  if (target.endsWith(join('/', MANIFEST_PATH))) return dirname(dirname(target));
  throw nothingToRead({ path: target, what: 'plugin or skill' });
}

export async function hasFile(folder: string, path: string): Promise<boolean> {
  return (await ifThere(stat(join(folder, path)), isNowhere)) !== undefined;
}

/** Throws `plugin_missing` for files without a `SKILL.md`; another spelling of it is refused later, by name. */
export function requireSkill(folder: string, files: readonly LooseFile[]): void {
  if (!files.some(({ path }) => path.toLowerCase() === 'skill.md'))
    throw nothingToRead({ path: folder, what: 'skill (no SKILL.md)' });
}

/** `legacy`: accept an older manifest. */
export async function requireManifest(folder: string, { legacy = false } = {}): Promise<void> {
  if (await hasFile(folder, MANIFEST_PATH)) return;
  const what = `plugin (no ${MANIFEST_PATH})`;
  const hasLegacy = await hasFile(folder, LEGACY_MANIFEST_PATH);
  if (hasLegacy && legacy) return;
  if (!hasLegacy) throw nothingToRead({ path: folder, what });
  throw nothingToRead({
    path: folder,
    what,
    hint: `\`svc plugin migrate\` makes one from ${LEGACY_MANIFEST_PATH}.`,
  });
}

/** Throws `manifest_exists` if a new manifest would overwrite one without `force`. */
export async function refuseOverwriting(folder: string, force = false): Promise<void> {
  if (!force && (await hasFile(folder, MANIFEST_PATH)))
    throw manifestExists({ path: join(folder, MANIFEST_PATH) });
}
