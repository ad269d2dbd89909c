import type { Dependency } from '../project/project-manifest.js';
import type { RegistryClient } from '../sources/registry-client.js';
import { mapLimited } from './concurrency.js';
import type { Wish } from './desired-plugins.js';
import { newestUpdate, type Update } from './newer-version.js';
import type { ProjectState } from './project-state.js';

/** A plugin of the registry, the version it has and the one it could have. */
export interface Candidate {
  readonly name: string;
  readonly dependency: Dependency;
  readonly current: string;
  readonly update: Update | undefined;
}

/** Looks for newer versions of the registry's plugins among `names`. Plugins without a known version are left out. */
export async function findUpdates(
  state: ProjectState,
  registry: Pick<RegistryClient, 'versions'>,
  { names, breaking }: { names: readonly string[]; breaking: boolean },
): Promise<readonly Candidate[]> {
  const known = names.flatMap((name) => {
    const dependency = state.manifest?.dependencies.get(name);
    const current = currentVersion(state, name);
    return dependency === undefined || dependency.source !== undefined || current === undefined ? [] : [{ name, dependency, current }];
  });
  return mapLimited(known, 5, async (plugin) => {
    const versions = (await registry.versions(plugin.name)).map(({ version }) => version);
    return { ...plugin, update: newestUpdate(plugin.current, versions, { breaking }) };
  });
}

/** What an update asks of the installer: newer versions of the registry, and folders as they are now. */
export function updateWishes(state: ProjectState, candidates: readonly Candidate[], names: readonly string[]): readonly Wish[] {
  const versions = candidates.flatMap(({ name, dependency, update }): Wish[] => {
    if (update === undefined) return [];
    const floating = dependency.version === 'latest';
    return [{ name, version: update.version, dependency: floating ? dependency : { ...dependency, version: update.version } }];
  });
  const folders = names.flatMap((name): Wish[] => {
    const dependency = state.manifest?.dependencies.get(name);
    return dependency?.source?.startsWith('file:') === true ? [{ name, dependency, refresh: true }] : [];
  });
  return [...versions, ...folders];
}

function currentVersion({ manifest, lock }: ProjectState, name: string): string | undefined {
  const wanted = manifest?.dependencies.get(name)?.version;
  return wanted === undefined || wanted === 'latest' ? lock.plugins.get(name)?.version : wanted;
}
