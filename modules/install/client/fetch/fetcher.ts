import { isSvcError, SvcError, type HostInfo } from 'svc-registry/kernel';
import type { PluginContents, PluginFormat } from '../../../registry/contract/plugin-format.js';
import { integrityMismatch } from '../../contract/errors.js';
import {
  archiveIntegrity,
  listIntegrity,
  hashesOf,
  sriOfFingerprint,
  type FileHash,
} from '../project/integrity.js';
import type { LockedPlugin } from '../project/lock-file.js';
import type { FetchProgress, Received } from './fetch-progress.js';
import type { RemoteCommit } from './git/remote-commit.js';
import type { RegistryClient } from './registry-client.js';
import type {
  RepositoryPlace,
  SkillChooser,
  SourcePlace,
  SourcePlugin,
  SourceReader,
} from './source-reader.js';

/** A plugin in memory, checked against everything that was promised about it. */
export interface FetchedPlugin {
  readonly name: string;
  readonly version: string;
  readonly integrity: string;
  readonly archive: string | undefined;
  readonly contents: PluginContents;
  /** Of its files, sorted by path: what the integrity is made of. */
  readonly hashes: readonly FileHash[];
  /** Why the registry no longer gives it to newcomers; `undefined` when it does. */
  readonly archived: { readonly reason: string | null } | undefined;
  /** What only plugins of folders and repositories have. */
  readonly origin?: Omit<SourcePlugin, 'contents'>;
}

export interface FetcherParts {
  readonly format: PluginFormat;
  readonly registry: RegistryClient;
  /** Loaded on first use: the registry's plugins need none of it. */
  readonly sources: () => Promise<Pick<SourceReader, 'read' | 'newest'>>;
  /** Called before a repository is asked for anything. Throws when nothing may come from there. */
  readonly admit: (place: RepositoryPlace) => Promise<void>;
  readonly fault: HostInfo['fault'];
  readonly watch: FetchProgress;
}

interface Version {
  readonly name: string;
  readonly version: string;
}

/** What is to be fetched, and which of its skills. */
export interface Wanted {
  readonly name: string;
  readonly from: { readonly kind: 'registry'; readonly version: string } | SourcePlace;
  readonly dependency: { readonly skills?: readonly string[] | undefined };
}

/** Gets plugins once each: what is asked for again comes from memory. */
export class PluginFetcher {
  private readonly fetched = new Map<string, Promise<FetchedPlugin>>();
  private readonly asked = new Map<string, Promise<RemoteCommit>>();

  constructor(private readonly parts: FetcherParts) {}

  /** A version of the registry. */
  fromRegistry(name: string, version: string): Promise<FetchedPlugin> {
    return this.once(registryKey(name, version), () =>
      this.parts.watch.of(name, (received) => this.download({ name, version, received })),
    );
  }

  /** Announces how many of these will have to be fetched, as far as that is known beforehand. */
  expect(plugins: readonly Wanted[]): void {
    const keys = plugins.map(({ name, from, dependency }) =>
      from.kind === 'registry'
        ? registryKey(name, from.version)
        : from.kind === 'git'
          ? keyOf(from, dependency.skills)
          : undefined,
    );
    this.parts.watch.expect(
      new Set(keys.filter((key) => key !== undefined && !this.fetched.has(key))).size,
    );
  }

  /** A folder on this machine or a repository; of a collection the named skills, `undefined` for all. */
  fromSource(place: SourcePlace, skills: readonly string[] | undefined): Promise<FetchedPlugin> {
    return this.once(keyOf(place, skills), () => this.read(place, () => Promise.resolve(skills)));
  }

  /** The same, with a choice of skills that needs to know them. What is chosen is in memory for `fromSource`. */
  async choose(place: SourcePlace, choose: SkillChooser): Promise<FetchedPlugin> {
    const plugin = await this.read(place, choose);
    const { taken, commit, ref } = plugin.origin ?? {};
    const skills = taken === 'all' ? undefined : taken;
    const found = place.kind === 'git' ? { ...place, commit, ref } : place;
    this.fetched.set(keyOf(found, skills), Promise.resolve(plugin));
    return plugin;
  }

  /** The commit that a repository's source means today. */
  newest(place: RepositoryPlace): Promise<RemoteCommit> {
    const { source } = place;
    const asked = this.asked.get(source.text) ?? this.findNewest(place);
    this.asked.set(source.text, asked);
    return asked;
  }

  private async findNewest(place: RepositoryPlace): Promise<RemoteCommit> {
    await this.parts.admit(place);
    return (await this.parts.sources()).newest(place.source);
  }

  /** Progress is shown for repositories only: a folder is read in no time. */
  private async read(place: SourcePlace, choose: SkillChooser): Promise<FetchedPlugin> {
    if (place.kind === 'file') return this.readNow(place, choose);
    await this.parts.admit(place);
    return this.parts.watch.of(place.source.text, () => this.readNow(place, choose));
  }

  private async readNow(place: SourcePlace, choose: SkillChooser): Promise<FetchedPlugin> {
    const { contents, ...origin } = await (await this.parts.sources()).read(place, choose);
    this.parts.fault?.('install.verify');
    const { name, version } = contents.manifest;
    const hashes = await hashesOf(contents.files);
    return {
      name,
      version,
      contents,
      hashes,
      integrity: listIntegrity(hashes),
      archive: undefined,
      archived: undefined,
      origin,
    };
  }

  private once(key: string, fetch: () => Promise<FetchedPlugin>): Promise<FetchedPlugin> {
    const known = this.fetched.get(key);
    if (known !== undefined) return known;
    const fresh = fetch();
    this.fetched.set(key, fresh);
    return fresh;
  }

  private async download({
    name,
    version,
    received,
  }: Version & { readonly received: Received }): Promise<FetchedPlugin> {
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
      hint: 'The download was damaged or tampered with. Try again; if it stays, tell the operator of the server.',
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
    this.parts.fault?.('install.verify');
    const archived = remote.archivedAt === null ? undefined : { reason: remote.archivedReason };
    const hashes = await hashesOf(contents.files);
    return {
      name,
      version,
      contents,
      hashes,
      integrity: listIntegrity(hashes),
      archive: actual,
      archived,
    };
  }

  private async open(archive: Uint8Array, what: string): Promise<PluginContents> {
    try {
      return await this.parts.format.readArchive(archive);
    } catch (error) {
      if (!isSvcError(error)) throw error;
      const { code, status, exit, title, hint, issues, details } = error;
      throw new SvcError({
        code,
        status,
        exit,
        title,
        hint,
        issues,
        details,
        message: `${what}: ${error.message}`,
        cause: error,
      });
    }
  }
}

function registryKey(name: string, version: string): string {
  return `${name}@${version}`;
}

/** A manifest's plugin is the same whichever skills are asked for, but that is known only when it was read. */
function keyOf(place: SourcePlace, skills: readonly string[] | undefined): string {
  const where = place.kind === 'file' ? place.folder : [place.source.text, place.commit, place.ref];
  return JSON.stringify([place.kind, where, skills === undefined ? null : [...skills].sort()]);
}

/** Throws `integrity_mismatch` when the content is not what the lock was written for. */
export function assertLocked(plugin: FetchedPlugin, locked: LockedPlugin): void {
  const hint =
    locked.source === 'registry'
      ? 'Somebody changed the lock or the registry. Take the last good svc-lock.json from version control, or remove the plugin and install it anew.'
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
