import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { manifestExists, nothingToRead, pluginInvalid } from '../contract/plugin-errors.js';
import type { PluginContents } from '../contract/plugin-format.js';
import { checkPlugin, LEGACY_MANIFEST_PATH, MANIFEST_PATH, type PluginCheck, type PluginSource } from '../format/index.js';

/** A plugin that keeps all rules. */
export type CheckedPlugin = PluginCheck & { readonly contents: PluginContents };

/** Checks, and throws one error with every broken rule. `place` names the plugin in it. */
export function requireValid(source: PluginSource, place: string): CheckedPlugin {
  const check = checkPlugin(source);
  const { contents, errors } = check;
  if (contents !== undefined) return { ...check, contents };
  const rules = errors.length === 1 ? 'a rule' : `${errors.length} rules`;
  throw pluginInvalid({ what: `${place} breaks ${rules} of the format.` }, { issues: errors });
}

/** The folder that a command was pointed at: itself, or the folder of the `SKILL.md` or manifest, present or older, that was named. */
export async function sourceFolder(cwd: string, path = '.'): Promise<string> {
  const target = resolve(cwd, path);
  const stats = await statOf(target);
  if (stats === undefined) throw nothingToRead({ path: target, what: 'plugin or skill' });
  if (stats.isDirectory()) return target;
  if (['SKILL.md', LEGACY_MANIFEST_PATH].includes(basename(target))) return dirname(target);
  if (target.endsWith(join('/', MANIFEST_PATH))) return dirname(dirname(target));
  throw nothingToRead({ path: target, what: 'plugin or skill' });
}

export async function hasFile(folder: string, path: string): Promise<boolean> {
  return (await statOf(join(folder, path))) !== undefined;
}

export async function requireManifest(folder: string): Promise<void> {
  if (await hasFile(folder, MANIFEST_PATH)) return;
  const what = `plugin (no ${MANIFEST_PATH})`;
  if (!(await hasFile(folder, LEGACY_MANIFEST_PATH))) throw nothingToRead({ path: folder, what });
  throw nothingToRead({ path: folder, what, hint: `\`svc plugin migrate\` makes one from ${LEGACY_MANIFEST_PATH}.` });
}

/** Before a manifest is made: throws `manifest_exists` when that would overwrite one and is not asked for. */
export async function refuseOverwriting(folder: string, force = false): Promise<void> {
  if (!force && (await hasFile(folder, MANIFEST_PATH))) throw manifestExists({ path: join(folder, MANIFEST_PATH) });
}

async function statOf(path: string) {
  return stat(path).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(String((error as { code?: unknown }).code))) return undefined;
    throw error;
  });
}
