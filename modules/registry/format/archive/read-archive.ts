import { createHash } from 'node:crypto';
import {
  archiveCollision,
  archiveManifest,
  archivePath,
  archiveRoot,
} from '../../contract/plugin-errors.js';
import type { ArchiveContents } from '../../contract/contents.js';
import type { LooseFile, PluginContents, PluginFile } from '../../contract/plugin-format.js';
import { checkPlugin } from '../check-plugin.js';
import { withRoles } from '../file-roles.js';
import { FileTree } from '../file-tree.js';
import { IgnoreRules } from '../ignore-rules.js';
import { limits, MANIFEST_PATH } from '../limits.js';
import { CollisionCheck, collisionKey, pathProblem } from '../portable-path.js';
import { rulesBroken } from '../rules-broken.js';
import { gunzip } from './gzip.js';
import { ARCHIVE_ROOT } from './write-archive.js';
import { readTarEntries, shown, type TarEntry } from './tar-entries.js';

/** An archive whose every entry may be used. */
export interface ReadArchive {
  readonly files: readonly LooseFile[];
  /** SHA-256 of the tar inside, in hexadecimal, which identifies a version's content. */
  readonly fingerprint: string;
}

/** Unpacks an archive in memory, whatever it holds; throws an `archive_…` error for any broken rule of archives. */
export async function unpackArchive(archive: Uint8Array): Promise<ReadArchive> {
  const tar = await gunzip(archive);
  const files = acceptEntries(readTarEntries(tar));
  return { files, fingerprint: createHash('sha256').update(tar).digest('hex') };
}

/** Unpacks an archive that has a manifest. Throws an `archive_…` error. */
export async function readArchive(archive: Uint8Array): Promise<ReadArchive> {
  const unpacked = await unpackArchive(archive);
  checkManifests(unpacked.files);
  return unpacked;
}

/** A valid plugin in memory. */
export interface OpenedArchive extends Pick<ReadArchive, 'fingerprint'> {
  readonly contents: PluginContents;
}

/**
 * Unpacks an archive and checks the plugin in it. `strict`: it is about to be published. Throws an `archive_…` error or
 * `plugin_invalid`.
 */
export async function openArchive(
  archive: Uint8Array,
  { strict = false } = {},
): Promise<OpenedArchive> {
  const { files, fingerprint } = await readArchive(archive);
  const { contents, errors } = checkPlugin({ files, strict });
  if (contents !== undefined) return { contents, fingerprint };
  throw rulesBroken('The plugin in the archive', errors);
}

/** Unpacks an archive and says what it holds, whether or not that is a valid plugin. Throws an `archive_…` error. */
export async function inspectArchive(archive: Uint8Array): Promise<ArchiveContents> {
  const { files, fingerprint } = await unpackArchive(archive);
  const { contents, errors: problems } = checkPlugin({ files });
  const all = contents?.files ?? new FileTree(files).all().map(asPluginFile);
  return { files: withRoles(all, contents), fingerprint, contents, problems };
}

const asPluginFile = ({ path, executable, content }: LooseFile): PluginFile => ({
  path,
  mode: executable ? 0o755 : 0o644,
  content,
});

function acceptEntries(entries: readonly TarEntry[]): readonly LooseFile[] {
  const collisions = new CollisionCheck();
  const never = new IgnoreRules();
  const files: LooseFile[] = [];
  for (const entry of entries) {
    const path = entryPath(entry);
    if (path === undefined) continue;
    if (never.verdict(path) === 'always')
      throw archivePath({ what: `The archive has "${path}"; files of this name never ship.` });
    const other = entry.kind === 'file' ? collisions.add(path) : collisions.addFolder(path);
    if (other !== undefined)
      throw archiveCollision({
        what: `The archive has "${path}" and "${other}", which are the same file on some systems.`,
      });
    if (entry.kind === 'file')
      files.push({ path, executable: entry.executable, content: entry.content });
  }
  return files;
}

/** Path below the root; `undefined` for the root folder itself. */
function entryPath({ kind, name }: TarEntry): string | undefined {
  const path = kind === 'folder' ? name.replace(/\/$/, '') : name;
  const problem = pathProblem(
    path.startsWith(`${ARCHIVE_ROOT}/`) ? path.slice(ARCHIVE_ROOT.length + 1) : path,
  );
  if (problem !== undefined)
    throw archivePath({ what: `The archive has an entry ${shown(path)}: ${problem}.` });
  if (path === ARCHIVE_ROOT && kind === 'folder') return undefined;
  if (!path.startsWith(`${ARCHIVE_ROOT}/`))
    throw archiveRoot({
      what: `The archive has an entry ${shown(path)} outside its root folder "${ARCHIVE_ROOT}/".`,
    });
  return path.slice(ARCHIVE_ROOT.length + 1);
}

function checkManifests(files: readonly LooseFile[]): void {
  const manifest = files.find(({ path }) => path === MANIFEST_PATH);
  if (manifest === undefined) {
    const similar = files.find(({ path }) => collisionKey(path) === collisionKey(MANIFEST_PATH));
    const hint = similar === undefined ? '' : ` (it has "${similar.path}")`;
    throw archiveManifest({
      what: `The archive has no "${ARCHIVE_ROOT}/${MANIFEST_PATH}"${hint}.`,
    });
  }
  if (manifest.content.length > limits.manifestBytes) {
    throw archiveManifest({
      what: `The manifest has ${manifest.content.length} bytes; at most ${limits.manifestBytes} are allowed.`,
    });
  }
}
