import { isSvcError, type HostInfo } from 'svc-registry/kernel';
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
import { pinned, type DirectSource, type ExactSource } from '../resolve/source.js';
import type { FetchProgress, Received } from './fetch-progress.js';
import type { RemoteCommit } from './git/remote-commit.js';
import type { RegistryClient } from './registry-client.js';
import type {
  Chooser,
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
  readonly sources: () => Promise<Pick<SourceReader, 'read' | 'look' | 'newest'>>;
  /** Called before a repository is contacted. Throws if policies forbid it. */
  readonly admit: (wanted: Wanted<GitSource>) => Promise<void>;
  readonly fault: HostInfo['fault'];
  readonly watch: FetchProgress;
}

/** Fetches each plugin once; repeated requests are answered from memory. */
export class PluginFetcher {
  private readonly fetched = new Map<string, Promise<FetchedPlugin>>();
  private readonly commits = new Map<string, Promise<RemoteCommit>>();

  constructor(private readonly parts: FetcherParts) {}

  fetch(wanted: Wanted): Promise<FetchedPlugin> {
    const { source } = wanted;
    const key = keyOf(wanted);
    const plugin =
      this.fetched.get(key) ??
      (source.kind === 'registry'
        ? this.parts.watch.of(source.name, (received) => this.download(source, received))
        : this.read({ ...wanted, source }));
    this.fetched.set(key, plugin);
    return plugin;
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
    return { ...looked, readings };
  }

  private async kept({ outcome, ...reading }: Reading): Promise<Reading<FetchedPlugin>> {
    if (isSvcError(outcome)) return { ...reading, outcome };
    const plugin = await this.checked(outcome);
    const skills = plugin.taken === 'all' ? undefined : plugin.taken;
    const key = keyOf({ source: pinned(reading.source, plugin), dependency: { skills } });
    this.fetched.set(key, Promise.resolve(plugin));
    return { ...reading, outcome: plugin };
  }

  /** Announces how many of these have to be downloaded. Local folders do not count, because reading them is fast. */
  expect(plugins: readonly Wanted[]): void {
    const keys = plugins.filter(({ source }) => source.kind !== 'file').map(keyOf);
    this.parts.watch.expect(new Set(keys.filter((key) => !this.fetched.has(key))).size);
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
    return this.checked(await this.admitted(wanted, (sources) => sources.read(wanted)));
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

/** A plugin with a manifest is the same for any choice of skills, but that is known only after reading it. */
function keyOf({ source, dependency }: Wanted): string {
  if (source.kind === 'registry') return `${source.name}@${source.version}`;
  const skills = dependency?.skills;
  const { commit, ref } = (source.kind === 'git' ? source.pin : undefined) ?? {};
  const where = source.kind === 'file' ? source.folder : [source.text, commit, ref];
  return JSON.stringify([source.kind, where, skills && [...skills].sort()]);
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
