import { lstat, mkdir, readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { internalError, type Context } from 'svc-registry/kernel';
import writeFileAtomic from 'write-file-atomic';
import { atPath, ifThere, isNowhere } from '../../../toolbox/file-errors.js';
import type { MigratedPlugin } from '../contract/plugin-command-results.js';
import { pluginInvalid, targetExists } from '../contract/plugin-errors.js';
import type { LooseFile, PluginContents, VendorPlugin } from '../contract/plugin-format.js';
import {
  checkPlugin,
  IGNORE_PATH,
  IgnoreRules,
  limits,
  MANIFEST_PATH,
  parsePluginName,
} from '../format/index.js';
import { Findings } from '../format/findings.js';
import { leftOutByRules } from '../format/left-out.js';
import { checkReachability } from '../format/reachability.js';
import { readVendorPlugin, vendorName } from '../format/vendor/index.js';
import { slugOf } from '../format/vendor/find-files.js';
import { lintWarnings } from './commands/lint.js';
import { readFolder, type FolderReading } from './folder/read-folder.js';
import { workspaceOfSkill } from './lone-skill.js';
import { saveManifest } from './manifest-edit.js';

const FIRST_VERSION = '0.1.0';
/** Files that never ship and that a vendor's manifest may name. */
const INSTRUCTIONS = /(?:^|\/)(?:AGENTS|CLAUDE|GEMINI)\.md$/i;

/** Turns a plugin of another vendor into one of ours, in its folder. */
export async function migrateVendorPlugin(
  { folder, workspace }: { folder: string; workspace: string | undefined },
  context: Context,
): Promise<MigratedPlugin> {
  const reading = await readFolder(folder);
  const files = await sourceFiles(folder, reading);
  const source = { files, source: folder };
  const name = await nameOf(source, { folder, workspace }, context);
  const plugin = readVendorPlugin({
    ...source,
    name,
    version: FIRST_VERSION,
    publishable: true,
  });
  if (plugin.form === 'marketplace') throw internalError();
  const { contents, form } = plugin;
  const written = await writeChanged(folder, { contents, files });
  return {
    path: folder,
    plugin: name,
    version: contents.manifest.version,
    manifest: MANIFEST_PATH,
    obsolete: form,
    written,
    warnings: lintWarnings([...contents.warnings, ...whatLintSays(contents, reading)]),
    leftOut: leftOutOf(plugin, reading, files),
  };
}

/** What ships, without what belongs to our form already, and the instructions that a manifest may name. */
async function sourceFiles(folder: string, reading: FolderReading): Promise<LooseFile[]> {
  const others = reading.files.filter(({ path }) => path !== MANIFEST_PATH && path !== IGNORE_PATH);
  const instructions = reading.ignored.filter((path) => INSTRUCTIONS.test(path));
  for (const path of instructions) {
    const file = join(folder, path);
    const stats = await lstat(file);
    if (stats.isFile() && stats.size <= limits.markdownBytes)
      others.push({ path, executable: false, content: await readFile(file) });
  }
  return others;
}

/** `<workspace>/<plugin>`: the plugin as its manifest calls it, else as its folder is called. */
async function nameOf(
  source: { files: readonly LooseFile[]; source: string },
  { folder, workspace }: { folder: string; workspace: string | undefined },
  context: Context,
): Promise<string> {
  const own = vendorName(source) ?? '';
  const parsed = parsePluginName(own);
  if (workspace === undefined && typeof parsed !== 'string') return own;
  const plugin =
    typeof parsed === 'string' ? slugOf(own) || slugOf(basename(folder)) : parsed.plugin;
  const name = `${await workspaceOfSkill(workspace, context)}/${plugin}`;
  const problem = parsePluginName(name);
  if (typeof problem === 'string') throw pluginInvalid({ what: problem });
  return name;
}

/** Writes the files that are new or changed, the manifest last; returns their paths without it. */
async function writeChanged(
  folder: string,
  { contents, files }: { contents: PluginContents; files: readonly LooseFile[] },
): Promise<string[]> {
  const before = new Map(files.map((file) => [file.path, file] as const));
  const changed = contents.files.filter(({ path, content }) => {
    const old = before.get(path);
    return path !== MANIFEST_PATH && !(old && Buffer.from(old.content).equals(content));
  });
  for (const { path } of changed) if (!before.has(path)) await refuseExisting(folder, path);
  for (const { path, content } of changed) {
    await write(folder, path, { content, isNew: !before.has(path) });
  }
  const manifest = contents.files.find(({ path }) => path === MANIFEST_PATH);
  if (manifest === undefined) throw internalError();
  await saveManifest(folder, undefined, { ...manifest, executable: false });
  return changed.map(({ path }) => path);
}

/** What ignore rules hide from the conversion is not overwritten. */
async function refuseExisting(folder: string, path: string): Promise<void> {
  const target = join(folder, path);
  if ((await ifThere(lstat(target), isNowhere)) !== undefined)
    throw targetExists({ path: target, parameter: 'another name' });
}

async function write(
  folder: string,
  path: string,
  { content, isNew }: { content: Uint8Array; isNew: boolean },
): Promise<void> {
  const target = join(folder, path);
  if (isNew) await atPath(target, mkdir(dirname(target), { recursive: true }));
  // a link to a folder elsewhere would have what others own changed
  const real = isNew
    ? join(await realpath(dirname(target)), basename(target))
    : await realpath(target);
  const inside = relative(await realpath(folder), real);
  if (inside.startsWith(`..${sep}`)) throw targetExists({ path: real, parameter: 'another name' });
  await atPath(real, writeFileAtomic(real, Buffer.from(content)));
}

/** Rules that are only for publishing may be broken: then `plugin lint` refuses the plugin until they are kept. */
function whatLintSays(contents: PluginContents, { ignored }: FolderReading) {
  const files = contents.files.map(({ path, content, mode }) => ({
    path,
    content,
    executable: mode === 0o755,
  }));
  const { errors, warnings } = checkPlugin({
    files,
    ignored,
    strict: true,
    advise: checkReachability,
  });
  const known = new Set(contents.warnings.map(({ message, file }) => `${file ?? ''}\0${message}`));
  return [...errors, ...warnings].filter(
    ({ message, file }) => !known.has(`${file ?? ''}\0${message}`),
  );
}

/** What the vendor's form loses, and what of the folder does not ship. */
function leftOutOf(
  { contents }: VendorPlugin,
  { ignored, files: shipping }: FolderReading,
  files: readonly LooseFile[],
): MigratedPlugin['leftOut'] {
  const taken = new Set(files.map(({ path }) => path));
  const own = shipping.find(({ path }) => path === IGNORE_PATH)?.content;
  const rules = IgnoreRules.read(own, new Findings());
  const hidden = ignored.filter((path) => !taken.has(path));
  const parts = new Map(
    [...contents.leftOut, ...leftOutByRules(hidden, rules)].map(
      ({ what, why }) => [what, { what, why }] as const,
    ),
  );
  return [...parts.values()];
}
