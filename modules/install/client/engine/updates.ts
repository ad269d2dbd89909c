import type { Dependency } from '../project/project-manifest.js';
import { notFound } from 'svc-registry/kernel';
import { versionUnpublished } from '../../../registry/contract/index.js';
import type { WithdrawnPlugin } from '../../contract/results.js';
import type { RegistryClient, RemoteVersion } from '../sources/registry-client.js';
import { mapLimited } from './concurrency.js';
import type { Wish } from './desired-plugins.js';
import { newestUpdate, type Update } from './newer-version.js';
import type { ProjectState } from './project-state.js';

/** A plugin of the registry, the version it has and the one it could have. */
export interface Candidate extends Known {
  readonly update: Update | undefined;
  /** Set when newcomers do not get the version that it has. */
  readonly withdrawn: WithdrawnPlugin | undefined;
}

interface Known {
  readonly name: string;
  readonly dependency: Dependency;
  readonly current: string;
}

type Versions = Pick<RegistryClient, 'versions' | 'version'>;

/** Looks for newer versions of the registry's plugins among `names`. Plugins without a known version are left out. */
export async function findUpdates(
  state: ProjectState,
  registry: Versions,
  { names, breaking }: { names: readonly string[]; breaking: boolean },
): Promise<readonly Candidate[]> {
  const known = names.flatMap((name) => {
    const dependency = state.manifest?.dependencies.get(name);
    const current = currentVersion(state, name);
    return dependency === undefined || dependency.source !== undefined || current === undefined ? [] : [{ name, dependency, current }];
  });
  return mapLimited(known, 5, async (plugin) => {
    const versions = await published(plugin, registry);
    const offered = versions.filter(({ archivedAt, moderationPassed }) => archivedAt === null && moderationPassed);
    const update = newestUpdate(
      plugin.current,
      offered.map(({ version }) => version),
      { breaking },
    );
    return { ...plugin, update, withdrawn: await withdrawal(plugin, versions, registry) };
  });
}

/** A plugin that is not there any more keeps nobody from updating the others. */
async function published({ name }: Known, registry: Versions): Promise<readonly RemoteVersion[]> {
  try {
    return await registry.versions(name);
  } catch (error) {
    if (notFound.is(error)) return [];
    throw error;
  }
}

async function withdrawal(
  { name, current: version }: Known,
  versions: readonly RemoteVersion[],
  registry: Versions,
): Promise<WithdrawnPlugin | undefined> {
  const own = versions.find((candidate) => candidate.version === version);
  if (own !== undefined) return own.archivedAt === null ? undefined : { name, version, state: 'archived', reason: own.archivedReason };
  try {
    await registry.version(name, version);
    return undefined;
  } catch (error) {
    if (versionUnpublished.is(error)) return { name, version, state: 'unpublished', reason: null };
    if (notFound.is(error)) return { name, version, state: 'missing', reason: error.hint ?? null };
    throw error;
  }
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
