import { cancelled, isSvcError, type HostInfo } from 'svc-registry/kernel';
import type { PluginContents, PluginFolders } from '../../../registry/contract/plugin-format.js';
import { mapLimited } from '../../../../toolbox/map-limited.js';
import { integrityMismatch } from '../../contract/errors.js';
import {
  archiveIntegrity,
  listIntegrity,
  hashesOf,
  sriOfFingerprint,
  type FileHash,
} from '../project/integrity.js';
import type { LockedPlugin } from '../project/lock-file.js';
import type { GitSource } from '../resolve/git-source.js';
import type { ResolvedPlugin } from '../resolve/resolve.js';
import type { RemoteSource } from '../resolve/remote-source.js';
import {
  entryOf,
  pinned,
  type DirectSource,
  type EntrySource,
  type ExactSource,
  type KnownEntry,
} from '../resolve/source.js';
import type { FetchProgress, Received } from './fetch-progress.js';
import type { RemoteCommit } from './git/remote-commit.js';
import type { RegistryClient } from './registry-client.js';
import type {
  Chooser,
  EntrySelection,
  Looked,
  Reading,
  Requested,
  SourcePlugin,
  SourceReader,
} from './source-reader.js';

/** A plugin in memory, checked against every hash that the lock and the registry state. */
export interface FetchedPlugin extends SourcePlugin {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
  /** Hashes of its files, sorted by path; the integrity is computed from them. */
  readonly hashes: readonly FileHash[];
  /** The integrity of the archive; only of the registry. */
  readonly archive?: string;
  /** Set if the registry no longer offers it for new installs, with the reason. */
  readonly archived?: { readonly reason: string | null } | undefined;
}

/** What to fetch; of a collection the dependency's skills, or all without a dependency. `locked` is for policies. */
export interface Wanted<S = ExactSource>
  extends Requested<S>, Partial<Pick<ResolvedPlugin, 'locked'>> {}

interface FetcherParts {
  readonly format: PluginFolders;
  readonly registry: RegistryClient;
  /** Loaded on first use: the registry's plugins need none of it. */
  readonly sources: () => Promise<Pick<SourceReader, 'read' | 'look' | 'newest' | 'findEntry'>>;
  /** Called before another host is contacted. Throws if policies forbid it. */
  readonly admit: (wanted: Wanted<RemoteSource>) => Promise<void>;
  readonly fault: HostInfo['fault'];
  readonly watch: FetchProgress;
}

/** Fetches each plugin once; repeated requests are answered from memory. */
export class PluginFetcher {
  private readonly fetched = new Map<string, Promise<FetchedPlugin>>();
  private readonly commits = new Map<string, Promise<RemoteCommit>>();
  private readonly entries = new Map<string, Promise<KnownEntry>>();
  private siblings: readonly GitSource[] = [];

  constructor(private readonly parts: FetcherParts) {}

  fetch(wanted: Wanted): Promise<FetchedPlugin> {
    const key = keyOf(wanted);
    const plugin = this.fetched.get(key) ?? this.begin(wanted);
    this.fetched.set(key, plugin);
    return plugin;
  }

  private begin(wanted: Wanted): Promise<FetchedPlugin> {
    const { source } = wanted;
    if (source.kind === 'registry')
      return this.parts.watch.of(source.name, (received) => this.download(source, received));
    return source.kind === 'entry'
      ? this.readEntry({ ...wanted, source })
      : this.read({ ...wanted, source });
  }

  /** Where a marketplace says today that an entry is. */
  findEntry(wanted: Wanted<EntrySource>): Promise<KnownEntry> {
    const key = keyOf(wanted);
    const entry = this.entries.get(key) ?? this.askMarketplace(wanted);
    this.entries.set(key, entry);
    return entry;
  }

  private async askMarketplace(wanted: Wanted<EntrySource>): Promise<KnownEntry> {
    const { source } = wanted;
    const { marketplace } = source;
    if (marketplace.kind !== 'file') await this.parts.admit({ ...wanted, source: marketplace });
    return (await this.parts.sources()).findEntry(source);
  }

  /** The entry's plugin from where the lock says that it is; without a lock from where the marketplace says it. */
  private async readEntry(wanted: Wanted<EntrySource>): Promise<FetchedPlugin> {
    const { source, locked } = wanted;
    const { from, entry: fields } = source.known ?? (await this.findEntry(wanted));
    const { nameOfEntry } = await import('./marketplace/entry-name.js');
    const name = nameOfEntry(source);
    const plugin = await this.read({ source: from, name, locked, entry: { name, fields } });
    return from.kind === 'file' ? plugin : { ...plugin, from: plugin.from ?? from.text };
  }

  /**
   * Looks at what a source offers and reads what is chosen of it. All of it is then in memory for `fetch`. What cannot be read is an outcome, and
   * no error.
   */
  async look(
    source: DirectSource,
    choose: Chooser,
    options: { readonly bytes?: boolean } = {},
  ): Promise<Looked<FetchedPlugin>> {
    const looked = await this.admitted({ source }, (sources) =>
      sources.look(source, choose, options),
    );
    const readings = await mapLimited(looked.readings, 1, (reading) => this.kept(reading));
    const listed = await mapLimited(looked.entries, ENTRIES_AT_ONCE, (entry) =>
      this.keptEntry(entry, pinned(source, looked.pin)),
    );
    return { ...looked, readings: [...readings, ...listed] };
  }

  private async keptEntry(
    selection: EntrySelection,
    marketplace: DirectSource,
  ): Promise<Reading<FetchedPlugin>> {
    const { plugin, name } = selection;
    const source = entryOf(marketplace, plugin.entry);
    try {
      const outcome = await this.fetch({ source, name: name ?? plugin.name });
      return { selection, source, outcome };
    } catch (error) {
      if (!isSvcError(error) || cancelled.is(error)) throw error;
      return { selection, source, outcome: error };
    }
  }

  private async kept({ outcome, ...reading }: Reading): Promise<Reading<FetchedPlugin>> {
    if (isSvcError(outcome)) return { ...reading, outcome };
    const plugin = await this.checked(outcome);
    const skills = plugin.taken === 'all' ? undefined : plugin.taken;
    const { source } = reading;
    const exact = source.kind === 'entry' ? source : pinned(source, plugin);
    const key = keyOf({ source: exact, dependency: { skills } });
    this.fetched.set(key, Promise.resolve(plugin));
    return { ...reading, outcome: plugin };
  }

  /** Announces how many of these have to be downloaded. Local folders do not count, because reading them is fast. */
  expect(plugins: readonly Wanted[]): void {
    const keys = plugins.filter(({ source }) => source.kind !== 'file').map(keyOf);
    this.parts.watch.expect(new Set(keys.filter((key) => !this.fetched.has(key))).size);
    this.readTogether(plugins.map(({ source }) => source));
  }

  /** Announces what will probably be read, so that a repository is asked once for all of it. */
  readTogether(sources: readonly ExactSource[]): void {
    const direct = sources.map((source) => (source.kind === 'entry' ? source.known?.from : source));
    this.siblings = direct.flatMap((source) => (source?.kind === 'git' ? [source] : []));
  }

  /** The commit that a repository's source means today. */
  newest(wanted: Wanted<GitSource>): Promise<RemoteCommit> {
    const { text } = wanted.source;
    const commit = this.commits.get(text) ?? this.findNewest(wanted);
    this.commits.set(text, commit);
    return commit;
  }

  private async findNewest(wanted: Wanted<GitSource>): Promise<RemoteCommit> {
    await this.parts.admit(wanted);
    return (await this.parts.sources()).newest(wanted.source);
  }

  private async read(wanted: Wanted<DirectSource>): Promise<FetchedPlugin> {
    const { siblings } = this;
    return this.checked(
      await this.admitted(wanted, (sources) => sources.read({ ...wanted, siblings })),
    );
  }

  private async admitted<T>(
    wanted: Wanted<DirectSource>,
    work: (sources: Pick<SourceReader, 'read' | 'look'>) => Promise<T>,
  ): Promise<T> {
    const { source } = wanted;
    const run = async (): Promise<T> => work(await this.parts.sources());
    if (source.kind === 'file') return run();
    await this.parts.admit({ ...wanted, source });
    return this.parts.watch.of(source.text, run);
  }

  private async checked(plugin: SourcePlugin): Promise<FetchedPlugin> {
    this.parts.fault?.('install.verify');
    const { name, version } = plugin.contents.manifest;
    const hashes = await hashesOf(plugin.contents.files);
    return { ...plugin, name, version, hashes, integrity: listIntegrity(hashes) };
  }

  private async download(
    { name, version }: { readonly name: string; readonly version: string },
    received: Received,
  ): Promise<FetchedPlugin> {
    const { registry } = this.parts;
    const [remote, archive] = await Promise.all([
      registry.version(name, version),
      registry.download(name, version, received),
    ]);
    this.parts.fault?.('install.download');
    const contents = await this.open(archive, `${name}@${version}`);
    const actual = await archiveIntegrity(archive);
    const expected = sriOfFingerprint(remote.fingerprint);
    const promised = {
      name,
      version,
      promisedBy: 'the registry',
      hint: 'The download was damaged or tampered with. Try again; if it happens again, tell the operator of the server.',
    };
    if (actual !== expected) throw integrityMismatch({ ...promised, expected, actual });
    const { manifest } = contents;
    if (manifest.name !== name || manifest.version !== version) {
      throw integrityMismatch({
        ...promised,
        expected: `${name}@${version}`,
        actual: `${manifest.name}@${manifest.version}`,
      });
    }
    const archived = remote.archivedAt === null ? undefined : { reason: remote.archivedReason };
    return { ...(await this.checked(wholePlugin(contents))), archive: actual, archived };
  }

  private async open(archive: Uint8Array, what: string): Promise<PluginContents> {
    try {
      return await this.parts.format.readArchive(archive);
    } catch (error) {
      if (!isSvcError(error)) throw error;
      throw Object.assign(error, { message: `${what}: ${error.message}` });
    }
  }
}

/** A plugin with a manifest, which is always taken whole. */
export function wholePlugin(contents: PluginContents): SourcePlugin {
  return { contents, taken: undefined, skills: contents.skills.map(({ name }) => name) };
}

const ENTRIES_AT_ONCE = 4;

/** A plugin with a manifest is the same for any choice of skills, but that is known only after reading it. */
function keyOf({ source, dependency }: Wanted): string {
  if (source.kind === 'registry') return `${source.name}@${source.version}`;
  if (source.kind === 'entry') {
    const { marketplace, plugin, known } = source;
    return JSON.stringify(['entry', whereOf(marketplace), plugin, known && whereOf(known.from)]);
  }
  const skills = dependency?.skills;
  return JSON.stringify([source.kind, whereOf(source), skills && [...skills].sort()]);
}

function whereOf(source: DirectSource): unknown {
  if (source.kind === 'file') return source.folder;
  const { commit, ref } = (source.kind === 'git' ? source.pin : undefined) ?? {};
  return [source.text, commit, ref];
}

/** Throws `integrity_mismatch` if the content differs from what the lock records. */
export function assertLocked(plugin: FetchedPlugin, locked: LockedPlugin): void {
  const hint =
    locked.source === 'registry'
      ? 'The lock or the registry was changed. Restore the last good svc-lock.json from version control, or remove the plugin and install it again.'
      : `Its source changed since it was installed. To take the new content, run \`svc install ${locked.source}\`.`;
  const facts = { name: plugin.name, version: plugin.version, promisedBy: 'svc-lock.json', hint };
  if (plugin.integrity !== locked.integrity)
    throw integrityMismatch({ ...facts, expected: locked.integrity, actual: plugin.integrity });
  if (
    locked.archive !== undefined &&
    plugin.archive !== undefined &&
    locked.archive !== plugin.archive
  ) {
    throw integrityMismatch({ ...facts, expected: locked.archive, actual: plugin.archive });
  }
}
