import semver from 'semver';
import type { PluginFile } from '../../../registry/contract/plugin-format.js';
import { parsedJson } from '../../../../toolbox/parsed-json.js';
import { fieldsOf } from '../../../../toolbox/type-guards.js';
import { skillUnknown } from '../../contract/errors.js';
import type { FetchedPlugin, PluginFetcher } from '../fetch/fetcher.js';
import { integrityOf } from '../project/integrity.js';
import type { LockedPlugin } from '../project/lock-file.js';
import type { GitSource } from './git-source.js';
import { isBreaking } from './newer-version.js';
import { assertSkillsKept, vanished } from './kept-skills.js';
import type { PackageSource } from './package-source.js';
import {
  entryOf,
  dependencySource,
  pinned,
  type EntrySource,
  type ExactSource,
  type KnownEntry,
} from './source.js';
import type { Candidate, Known } from './updates.js';

/** An installed plugin of a source. */
export interface KnownSource extends Known {
  readonly locked: LockedPlugin;
  /** As svc.json has it. */
  readonly source: string;
}

interface Origin {
  readonly fetcher: PluginFetcher;
  readonly root: string;
}

const MANIFEST = '.svc-plugin/plugin.json';
/** Versions that svc made of a commit or a hash. */
const MADE_VERSION = /^0\.0\.0-(?:git|archive)-/;

/** What the plugin's source holds today, if that differs from what is installed. Folders of this machine are taken as they are anyway. */
export async function newerSource(plugin: KnownSource, origin: Origin): Promise<Candidate> {
  const { dependency, source: text } = plugin;
  const source = dependencySource(text, origin.root);
  if (dependency.plugin !== undefined)
    return newerEntry(plugin, entryOf(source, dependency.plugin), origin);
  if (source.kind === 'file') return unchanged(plugin);
  return source.kind === 'git'
    ? newerCommit(plugin, source, origin)
    : newerPackage(plugin, source, origin);
}

function unchanged({ name, dependency, current }: KnownSource): Candidate {
  return { name, dependency, current, newest: undefined, compatible: undefined };
}

/** A commit that changes only other parts of the repository is not an update. */
async function newerCommit(
  plugin: KnownSource,
  source: GitSource,
  { fetcher }: Origin,
): Promise<Candidate> {
  const { name, locked, source: text } = plugin;
  if (locked.commit === undefined) return unchanged(plugin);
  const found = await fetcher.newest({
    source,
    name,
    locked: locked.source === text ? locked : undefined,
  });
  // a commit that was requested by its hash is never updated
  if (locked.commit.startsWith(found.commit)) return unchanged(plugin);
  return compared(plugin, pinned(source, found), fetcher);
}

async function newerPackage(
  plugin: KnownSource,
  source: PackageSource,
  { fetcher }: Origin,
): Promise<Candidate> {
  const isFixed =
    source.kind === 'archive' ? source.sha256 !== undefined : semver.valid(source.wanted) !== null;
  return isFixed ? unchanged(plugin) : compared(plugin, source, fetcher);
}

/** The marketplace is read anew: the entry may have gone, or may be elsewhere. */
async function newerEntry(
  plugin: KnownSource,
  source: EntrySource,
  { fetcher }: Origin,
): Promise<Candidate> {
  const { name, locked } = plugin;
  const found = await fetcher.findEntry({ source, name });
  const from = await atNewest(found.from, { name, fetcher });
  const known = { ...found, from };
  if (isSamePlace(known, locked)) return unchanged(plugin);
  return compared(plugin, { ...source, known }, fetcher);
}

async function atNewest(
  from: KnownEntry['from'],
  { name, fetcher }: Pick<Origin, 'fetcher'> & Pick<Known, 'name'>,
): Promise<KnownEntry['from']> {
  return from.kind === 'git' && from.pin === undefined
    ? pinned(from, await fetcher.newest({ source: from, name }))
    : from;
}

function isSamePlace({ from, entry }: KnownEntry, locked: LockedPlugin): boolean {
  return (
    from.kind === 'git' &&
    from.text === locked.from &&
    from.pin?.commit === locked.commit &&
    (locked.entry === undefined || JSON.stringify(entry) === JSON.stringify(locked.entry))
  );
}

async function compared(
  plugin: KnownSource,
  source: ExactSource,
  fetcher: PluginFetcher,
): Promise<Candidate> {
  const { name, dependency, current, locked } = plugin;
  const fetched = await fetcher
    .fetch({ source, name, dependency })
    .catch(async (error: unknown) => {
      if (!skillUnknown.is(error)) throw error;
      throw vanished(plugin, plugin.source, (await fetcher.fetch({ source, name })).skills);
    });
  assertSkillsKept(plugin, plugin.source, fetched);
  if (await isSameContent(fetched, locked)) return unchanged(plugin);
  const newest = { version: fetched.version, breaking: isBreaking(current, fetched.version) };
  const compatible = newest.breaking ? undefined : newest;
  return { ...unchanged(plugin), newest, compatible, source };
}

/** A version that svc made differs with every commit, and is no content. */
async function isSameContent(
  { contents, version, integrity }: FetchedPlugin,
  locked: LockedPlugin,
): Promise<boolean> {
  if (integrity === locked.integrity) return true;
  if (!MADE_VERSION.test(version) || !MADE_VERSION.test(locked.version)) return false;
  const files = contents.files.map((file) =>
    file.path === MANIFEST ? withVersion(file, locked.version) : file,
  );
  return (await integrityOf(files)) === locked.integrity;
}

function withVersion(file: PluginFile, version: string): PluginFile {
  const manifest = { ...fieldsOf(parsedJson(Buffer.from(file.content).toString('utf8'))), version };
  return { ...file, content: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) };
}
