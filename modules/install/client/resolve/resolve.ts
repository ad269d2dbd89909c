import type { RegistryClient } from '../fetch/registry-client.js';
import type { LockedPlugin } from '../project/lock-file.js';
import type { Dependency } from '../project/project-manifest.js';
import type { ProjectState } from '../project/project-state.js';
import { remoteSource } from './remote-source.js';
import { isSameSource } from './same-repository.js';
import { textOf } from './same-source.js';
import {
  dependencySource,
  entryOf,
  pinned,
  type DirectSource,
  type ExactSource,
  type FolderSource,
  type KnownEntry,
} from './source.js';

/** A plugin that a command requests, in addition to those of svc.json or replacing one. */
export interface RequestedPlugin {
  readonly name: string;
  /** The dependency to write to svc.json. */
  readonly dependency: Dependency;
  /** The exact source to take as it is now; left out: the one in svc.json and the lock. */
  readonly source?: ExactSource;
  /** A person or svc.json names exactly this version or this folder. */
  readonly named?: boolean;
}

/** A plugin as it should be installed. */
export interface ResolvedPlugin extends Required<RequestedPlugin> {
  /** The lock's entry under this name, for any version. */
  readonly before: LockedPlugin | undefined;
  /** The lock's entry if it describes exactly this source: other content is refused. */
  readonly locked: LockedPlugin | undefined;
}

/** Replaces the version in svc.json by another of the registry; `latest` stays `latest`. */
export function ofVersion(name: string, dependency: Dependency, version: string): RequestedPlugin {
  return {
    name,
    source: { kind: 'registry', name, version },
    dependency: dependency.version === 'latest' ? dependency : { ...dependency, version },
  };
}

/** The plugins of the folders that svc.json names, as they are now. Entries of marketplaces are looked up like those of repositories. */
export function localPlugins(
  { manifest }: ProjectState,
  root: string,
): readonly (RequestedPlugin & { readonly source: FolderSource })[] {
  return [...(manifest?.dependencies ?? [])].flatMap(([name, dependency]) => {
    if (dependency.source?.startsWith('file:') !== true || dependency.plugin !== undefined)
      return [];
    const source = dependencySource(dependency.source, root);
    return source.kind === 'file' ? [{ name, dependency, source }] : [];
  });
}

/** Resolves exact versions and folders. Asks the registry only if neither svc.json, the lock nor the request names a version. */
export class Resolver {
  private readonly latest = new Map<string, Promise<string>>();

  constructor(
    private readonly root: string,
    private readonly registry: Pick<RegistryClient, 'latest'>,
  ) {}

  resolve(
    { manifest, lock }: ProjectState,
    requested: readonly RequestedPlugin[],
    removed: readonly string[],
  ): Promise<readonly ResolvedPlugin[]> {
    const plugins = new Map<string, RequestedPlugin>();
    for (const [name, dependency] of manifest?.dependencies ?? [])
      plugins.set(name, { name, dependency, named: isExact(dependency.version) });
    for (const plugin of requested) plugins.set(plugin.name, plugin);
    for (const name of removed) plugins.delete(name);
    return Promise.all(
      [...plugins.values()].map((plugin) => this.one(plugin, lock.plugins.get(plugin.name))),
    );
  }

  private async one(
    requested: RequestedPlugin,
    before: LockedPlugin | undefined,
  ): Promise<ResolvedPlugin> {
    const { name, dependency, named = false } = requested;
    const source = requested.source ?? (await this.sourceOf(name, dependency, before));
    const locked = before && describes(before, requested, source) ? before : undefined;
    return { name, dependency, source, before, locked, named };
  }

  /** An exact version in svc.json was chosen by a person and wins; otherwise the lock counts. */
  private async sourceOf(
    name: string,
    { source, version, plugin }: Dependency,
    before: LockedPlugin | undefined,
  ): Promise<ExactSource> {
    if (source !== undefined) {
      const named = { source: dependencySource(source, this.root), plugin };
      return lockedSource(named, before && this.isFrom(before, named) ? before : undefined);
    }
    if (isExact(version)) return { kind: 'registry', name, version };
    const locked = before?.source === 'registry' ? before.version : undefined;
    return { kind: 'registry', name, version: locked ?? (await this.latestOf(name)) };
  }

  /** Under another address of the same repository, too. */
  private isFrom(before: LockedPlugin, { source, plugin }: NamedSource): boolean {
    if (before.source === 'registry' || before.plugin !== plugin) return false;
    const known = dependencySource(before.source, this.root);
    if (known.kind === 'git' && source.kind === 'git') return isSameSource(known, source);
    return textOf(known, this.root) === textOf(source, this.root);
  }

  private latestOf(name: string): Promise<string> {
    const version =
      this.latest.get(name) ?? this.registry.latest(name).then((found) => found.version);
    this.latest.set(name, version);
    return version;
  }
}

/** A source of svc.json, and the entry that is meant where it is a marketplace. */
interface NamedSource {
  readonly source: DirectSource;
  readonly plugin: string | undefined;
}

/** A source as the lock pins it, if it knows it. */
function lockedSource(
  { source, plugin }: NamedSource,
  known: LockedPlugin | undefined,
): ExactSource {
  return plugin === undefined
    ? exactSource(source, known)
    : { ...entryOf(source, plugin), known: known && knownEntry(known) };
}

/** The source at the commit or the version that the lock names. */
function exactSource(source: DirectSource, known: LockedPlugin | undefined): DirectSource {
  const from = known?.from === undefined ? undefined : remoteSource(known.from);
  // the lock comes with a clone: it chooses a version of the package, and no other package
  const isVersion =
    from?.kind === 'npm' &&
    source.kind === 'npm' &&
    from.package === source.package &&
    from.registry === source.registry;
  return isVersion ? from : pinned(source, known ?? {});
}

/** Where the lock says that an entry is; `undefined` for a folder of this machine, which is looked for as it is now. */
function knownEntry(locked: LockedPlugin): KnownEntry | undefined {
  const from = locked.from === undefined ? undefined : remoteSource(locked.from);
  return from && { from: pinned(from, locked), entry: locked.entry ?? {} };
}

/** Whether this is an actual version and not a word such as `latest`. */
export function isExact(version: string | undefined): version is string {
  return version !== undefined && version !== 'latest';
}

/** Whether the lock's entry describes exactly this source. A request for a folder or repository means what it holds now. */
function describes(locked: LockedPlugin, requested: RequestedPlugin, source: ExactSource): boolean {
  if (source.kind === 'registry')
    return locked.source === 'registry' && locked.version === source.version;
  const { dependency } = requested;
  return (
    requested.source === undefined &&
    locked.source === dependency.source &&
    locked.plugin === dependency.plugin &&
    isSelected(locked.taken, dependency.skills)
  );
}

/** Only a collection's chosen skills are installed: for another choice the lock does not describe the content. */
function isSelected(taken: LockedPlugin['taken'], skills: Dependency['skills']): boolean {
  const [known, chosen] = [taken === 'all' ? undefined : taken, skills].map(
    (names) => names && JSON.stringify([...names].sort()),
  );
  return taken === undefined || known === chosen;
}
