import { mapLimited } from '../../../../toolbox/map-limited.js';
import type { Dependency } from '../project/project-manifest.js';
import { cancelled, isSvcError, notFound } from 'svc-registry/kernel';
import { versionUnpublished } from '../../../registry/contract/index.js';
import type { FailedCheck, WithdrawnPlugin } from '../../contract/results.js';
import type { RegistryClient, RemoteVersion } from '../fetch/registry-client.js';
import { localPlugins, ofVersion, type RequestedPlugin } from './resolve.js';
import type { DirectSource } from './source.js';
import { newestUpdate, type Update } from './newer-version.js';
import type { ProjectState } from '../project/project-state.js';

/** A plugin with its installed version and possible updates. */
export interface Candidate extends Known {
  readonly newest: Update | undefined;
  /** The newest of the same major version. */
  readonly compatible: Update | undefined;
  /** Set if the installed version is not offered for new installs. */
  readonly withdrawn: WithdrawnPlugin | undefined;
  /** The repository at its newer commit. */
  readonly source?: DirectSource;
}

interface Known {
  readonly name: string;
  readonly dependency: Dependency;
  readonly current: string;
}

type Versions = Pick<RegistryClient, 'versions' | 'version'>;

/** The completed and the failed checks. */
export interface Updates {
  readonly candidates: readonly Candidate[];
  readonly failed: readonly FailedCheck[];
}

/**
 * Looks for newer versions of the registry's plugins among `names`. Plugins without a known version are left out; one
 * failed look-up does not affect the others.
 */
export async function findUpdates(
  state: ProjectState,
  registry: Versions,
  names: readonly string[],
): Promise<Updates> {
  const known = names.flatMap((name) => {
    const dependency = state.manifest?.dependencies.get(name);
    const current = currentVersion(state, name);
    return dependency === undefined || dependency.source !== undefined || current === undefined
      ? []
      : [{ name, dependency, current }];
  });
  return sortedOut(
    await mapLimited(known, 5, (plugin) => candidateOf(plugin, registry).catch(failureOf(plugin))),
  );
}

async function candidateOf(plugin: Known, registry: Versions): Promise<Candidate> {
  const versions = await published(plugin, registry);
  const offered = versions.filter(
    ({ archivedAt, moderationPassed }) => archivedAt === null && moderationPassed,
  );
  const names = offered.map(({ version }) => version);
  const [newest, compatible] = [true, false].map((breaking) =>
    newestUpdate(plugin.current, names, { breaking }),
  );
  return { ...plugin, newest, compatible, withdrawn: await withdrawal(plugin, versions, registry) };
}

/** Turns an error for people into a report on one plugin. */
export function failureOf({ name }: { readonly name: string }): (error: unknown) => FailedCheck {
  return (error) => {
    if (cancelled.is(error) || !isSvcError(error)) throw error;
    const { code, message, hint } = error;
    return { name, code, message: hint === undefined ? message : `${message} ${hint}` };
  };
}

/** Separates completed checks from failed ones. */
export function sortedOut(found: readonly (Candidate | FailedCheck)[]): Updates {
  return {
    candidates: found.flatMap((one) => ('code' in one ? [] : [one])),
    failed: found.flatMap((one) => ('code' in one ? [one] : [])),
  };
}

/** A plugin that no longer exists does not block updates of the others. */
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
  if (own !== undefined)
    return own.archivedAt === null
      ? undefined
      : { name, version, state: 'archived', reason: own.archivedReason };
  try {
    await registry.version(name, version);
    return undefined;
  } catch (error) {
    if (versionUnpublished.is(error)) return { name, version, state: 'unpublished', reason: null };
    if (notFound.is(error)) return { name, version, state: 'missing', reason: error.hint ?? null };
    throw error;
  }
}

/** A plugin and the version that an update takes, if there is one. */
export interface Chosen extends Candidate {
  readonly update: Update | undefined;
}

/** The dependencies that an update requests: newer versions of the registry, and folders as they are now. */
export function requestedUpdates(
  state: ProjectState,
  chosen: readonly Chosen[],
  { root, names }: { readonly root: string; readonly names: readonly string[] },
): readonly RequestedPlugin[] {
  const newer = chosen.flatMap(({ name, dependency, update, source }): RequestedPlugin[] => {
    if (update === undefined) return [];
    return [
      source === undefined
        ? ofVersion(name, dependency, update.version)
        : { name, dependency, source },
    ];
  });
  return [...newer, ...localPlugins(state, root).filter(({ name }) => names.includes(name))];
}

function currentVersion({ manifest, lock }: ProjectState, name: string): string | undefined {
  const wanted = manifest?.dependencies.get(name)?.version;
  return wanted === undefined || wanted === 'latest' ? lock.plugins.get(name)?.version : wanted;
}
