import type { RegistryClient } from '../fetch/registry-client.js';
import type { LockedPlugin } from '../project/lock-file.js';
import type { Dependency } from '../project/project-manifest.js';
import type { ProjectState } from '../project/project-state.js';
import { isSameSource } from './same-repository.js';
import {
  dependencySource,
  pinned,
  type DirectSource,
  type ExactSource,
  type FolderSource,
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

/** The plugins of the folders that svc.json names, as they are now. */
export function localPlugins(
  { manifest }: ProjectState,
  root: string,
): readonly (RequestedPlugin & { readonly source: FolderSource })[] {
  return [...(manifest?.dependencies ?? [])].flatMap(([name, dependency]) => {
    if (dependency.source?.startsWith('file:') !== true) return [];
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
    { source, version }: Dependency,
    before: LockedPlugin | undefined,
  ): Promise<ExactSource> {
    if (source !== undefined) {
      const parsed = dependencySource(source, this.root);
      return pinned(parsed, before && this.isFrom(before, parsed) ? before : {});
    }
    if (isExact(version)) return { kind: 'registry', name, version };
    const locked = before?.source === 'registry' ? before.version : undefined;
    return { kind: 'registry', name, version: locked ?? (await this.latestOf(name)) };
  }

  /** Under another address of the same repository, too. */
  private isFrom({ source, commit }: LockedPlugin, wanted: DirectSource): boolean {
    if (commit === undefined || wanted.kind !== 'git') return false;
    const known = dependencySource(source, this.root);
    return known.kind === 'git' && isSameSource(known, wanted);
  }

  private latestOf(name: string): Promise<string> {
    const version =
      this.latest.get(name) ?? this.registry.latest(name).then((found) => found.version);
    this.latest.set(name, version);
    return version;
  }
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
