import { cancelled, isSvcError, notFound } from 'svc-registry/kernel';
import { mapLimited } from '../../../../toolbox/map-limited.js';
import { versionUnpublished } from '../../../registry/contract/errors.js';
import type { FailedCheck, WithdrawnPlugin } from '../../contract/results.js';
import type { PluginFetcher } from '../fetch/fetcher.js';
import type { RegistryClient, RemoteVersion } from '../fetch/registry-client.js';
import type { Dependency } from '../project/project-manifest.js';
import type { ProjectState } from '../project/project-state.js';
import { failedCheck } from './gone.js';
import { newestUpdate, type Update } from './newer-version.js';
import { isExact, localPlugins, ofVersion, type RequestedPlugin } from './resolve.js';
import type { KnownSource } from './newer-source.js';
import { remoteSource } from './remote-source.js';
import { pinned, type ExactSource } from './source.js';

/** A plugin with its installed version and possible updates. */
export interface Candidate extends Known {
  readonly newest: Update | undefined;
  /** The newest of the same major version. */
  readonly compatible: Update | undefined;
  /** Set if the installed version is not offered for new installs. */
  readonly withdrawn?: WithdrawnPlugin | undefined;
  /** The repository at its newer commit, the package, or the entry where it is now. */
  readonly source?: ExactSource;
}

/** A plugin whose installed version is known. */
export interface Known {
  readonly name: string;
  readonly dependency: Dependency;
  readonly current: string;
}

/** The completed and the failed checks. */
interface Updates {
  readonly candidates: readonly Candidate[];
  readonly failed: readonly FailedCheck[];
}

type Versions = Pick<RegistryClient, 'versions' | 'version'>;

interface Origins {
  readonly registry: Versions;
  readonly fetcher: PluginFetcher;
  readonly root: string;
  /** Updates to other major versions are meant too. */
  readonly force?: boolean | undefined;
}

/**
 * Looks for newer versions of the registry's plugins and newer contents of the others' sources among `names`. Plugins without a known version
 * are left out; one failed look-up does not affect the others.
 */
export async function findUpdates(
  state: ProjectState,
  names: readonly string[],
  { registry, fetcher, root, force }: Origins,
): Promise<Updates> {
  const found = await Promise.all([
    findRegistryUpdates(state, names, registry).then(({ candidates, failed }) =>
      withKeptSkills(candidates, { fetcher, force, failed }),
    ),
    findNewerSources(state, names, { fetcher, root }),
  ]);
  return {
    candidates: found.flatMap(({ candidates }) => candidates),
    failed: found.flatMap(({ failed }) => failed),
  };
}

export function findRegistryUpdates(
  { manifest, lock }: ProjectState,
  names: readonly string[],
  registry: Versions,
): Promise<Updates> {
  const known = names.flatMap((name): Known[] => {
    const dependency = manifest?.dependencies.get(name);
    if (dependency === undefined || dependency.source !== undefined) return [];
    const { version } = dependency;
    const current = isExact(version) ? version : lock.plugins.get(name)?.version;
    return current === undefined ? [] : [{ name, dependency, current }];
  });
  return checkEach(known, 5, (plugin) => newerVersion(plugin, registry));
}

/** What would be taken of the registry is looked into where skills of it were chosen: it may have lost them. */
async function withKeptSkills(
  candidates: readonly Candidate[],
  { fetcher, force, failed }: Pick<Origins, 'fetcher' | 'force'> & Pick<Updates, 'failed'>,
): Promise<Updates> {
  const checked = await checkEach(candidates, 5, async (candidate) => {
    const { name, dependency, newest, compatible } = candidate;
    const version = (force === true ? newest : compatible)?.version;
    if (version !== undefined && (dependency.skills ?? []).length > 0) {
      const { assertSkillsKept } = await import('./kept-skills.js');
      const source = { kind: 'registry', name, version } as const;
      assertSkillsKept(candidate, name, await fetcher.fetch({ source }));
    }
    return candidate;
  });
  return { candidates: checked.candidates, failed: [...failed, ...checked.failed] };
}

function findNewerSources(
  { manifest, lock }: ProjectState,
  names: readonly string[],
  origin: Pick<Origins, 'fetcher' | 'root'>,
): Promise<Updates> {
  const known = names.flatMap((name): KnownSource[] => {
    const dependency = manifest?.dependencies.get(name);
    const locked = lock.plugins.get(name);
    const source = dependency?.source;
    if (!dependency || !locked || source === undefined) return [];
    return [{ name, dependency, current: locked.version, locked, source }];
  });
  origin.fetcher.readTogether(known.flatMap(installedFrom));
  return checkEach(known, 4, async (plugin) => {
    const { newerSource } = await import('./newer-source.js');
    return newerSource(plugin, origin);
  });
}

/** Where it was when it was installed: most plugins stay in their folder. */
function installedFrom({ source, locked }: KnownSource): readonly ExactSource[] {
  const from = remoteSource(locked.from ?? source);
  return from === undefined ? [] : [pinned(from, locked)];
}

/** An error for people becomes a report on one plugin. */
async function checkEach<T extends Known>(
  plugins: readonly T[],
  limit: number,
  check: (plugin: T) => Promise<Candidate>,
): Promise<Updates> {
  const found = await mapLimited(plugins, limit, async (plugin) => {
    try {
      return await check(plugin);
    } catch (error) {
      if (cancelled.is(error) || !isSvcError(error)) throw error;
      return failedCheck(plugin.name, error);
    }
  });
  return {
    candidates: found.flatMap((one) => ('code' in one ? [] : [one])),
    failed: found.flatMap((one) => ('code' in one ? [one] : [])),
  };
}

async function newerVersion(plugin: Known, registry: Versions): Promise<Candidate> {
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
