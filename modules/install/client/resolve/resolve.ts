import type { LockedPlugin } from '../project/lock-file.js';
import type { Dependency } from '../project/project-manifest.js';
import { placeOf } from './source.js';
import type { RegistryClient } from '../fetch/registry-client.js';
import type { SourcePlace } from '../fetch/source-reader.js';
import type { ProjectState } from '../project/project-state.js';

/** A plugin as it should be in the project. */
export interface DesiredPlugin {
  readonly name: string;
  readonly dependency: Dependency;
  readonly from: { readonly kind: 'registry'; readonly version: string } | SourcePlace;
  /** What the lock says about exactly this: other content is refused. */
  readonly locked: LockedPlugin | undefined;
  /** A person, or svc.json, says that it is to be this version and no other. */
  readonly exact: boolean;
}

/** A dependency that a command requests, in addition to those of svc.json or in place of one. */
export interface RequestedDependency {
  readonly name: string;
  readonly dependency: Dependency;
  /** Exact version to take from the registry. */
  readonly version?: string;
  /** A person named exactly this version or this folder. */
  readonly named?: boolean;
  /** Take the source's content as it is now, whatever the lock says. */
  readonly refresh?: boolean;
  /** The commit to take from a repository, and what it was found by. */
  readonly commit?: string | undefined;
  readonly ref?: string | undefined;
  /** Names of all skills of a collection, of which those of `dependency` were chosen. */
  readonly offered?: readonly string[] | undefined;
}

/** Works out exact versions and folders. Asks the registry only where neither svc.json, lock nor the request names a version. */
export class DesiredPlugins {
  private readonly latest = new Map<string, Promise<string>>();

  constructor(
    private readonly root: string,
    private readonly registry: Pick<RegistryClient, 'latest'>,
  ) {}

  async of(
    state: ProjectState,
    requested: ReadonlyMap<string, RequestedDependency>,
    removed: ReadonlySet<string>,
  ): Promise<readonly DesiredPlugin[]> {
    const dependencies = new Map(state.manifest?.dependencies);
    for (const [name, { dependency }] of requested) dependencies.set(name, dependency);
    for (const name of removed) dependencies.delete(name);
    return Promise.all(
      [...dependencies].map(([name, dependency]) =>
        this.one(requested.get(name) ?? ofProject(name, dependency), state.lock.plugins.get(name)),
      ),
    );
  }

  private async one(
    requested: RequestedDependency,
    locked: LockedPlugin | undefined,
  ): Promise<DesiredPlugin> {
    const { name, dependency } = requested;
    if (dependency.source !== undefined) return this.ofSource(requested, dependency.source, locked);
    const version = requested.version ?? (await this.versionOf(name, dependency, locked));
    const pinned = locked?.source === 'registry' && locked.version === version ? locked : undefined;
    return {
      name,
      dependency,
      from: { kind: 'registry', version },
      locked: pinned,
      exact: requested.named === true,
    };
  }

  private ofSource(
    requested: RequestedDependency,
    source: string,
    locked: LockedPlugin | undefined,
  ): DesiredPlugin {
    const { name, dependency, refresh } = requested;
    const known = refresh !== true && locked?.source === source ? locked : undefined;
    const pinned = known !== undefined && isSelected(known, dependency.skills) ? known : undefined;
    const { commit, ref } = refresh === true ? requested : (known ?? {});
    const from = placeOf(source, this.root, { name, commit, ref, locked: pinned !== undefined });
    return { name, dependency, from, locked: pinned, exact: false };
  }

  private async versionOf(
    name: string,
    { version }: Dependency,
    locked: LockedPlugin | undefined,
  ): Promise<string> {
    if (version !== undefined && version !== 'latest') return version;
    if (locked?.source === 'registry') return locked.version;
    const asked =
      this.latest.get(name) ?? this.registry.latest(name).then((found) => found.version);
    this.latest.set(name, asked);
    return asked;
  }
}

/** An exact version in svc.json was chosen by a person. */
function ofProject(name: string, dependency: Dependency): RequestedDependency {
  return {
    name,
    dependency,
    named: dependency.version !== undefined && dependency.version !== 'latest',
  };
}

/** Of a collection only the chosen skills are there: with another choice the lock says nothing about its content. */
function isSelected({ taken }: LockedPlugin, skills: readonly string[] | undefined): boolean {
  if (taken === undefined) return true;
  return (
    JSON.stringify(taken === 'all' ? null : [...taken].sort()) ===
    JSON.stringify(skills === undefined ? null : [...skills].sort())
  );
}
