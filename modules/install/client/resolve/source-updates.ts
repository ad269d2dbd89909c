import { mapLimited } from '../../../../toolbox/map-limited.js';
import { integrityOf } from '../project/integrity.js';
import type { LockedPlugin } from '../project/lock-file.js';
import type { Dependency } from '../project/project-manifest.js';
import { filesAsOf } from '../fetch/collection/skill-collection.js';
import type { FetchedPlugin, PluginFetcher } from '../fetch/fetcher.js';
import { dependencySource, pinned } from './source.js';
import { isBreaking } from './newer-version.js';
import type { ProjectState } from '../project/project-state.js';
import { failureOf, sortedOut, type Candidate, type Updates } from './updates.js';

const HOSTS_AT_ONCE = 4;

interface Search {
  readonly root: string;
  readonly names: readonly string[];
}

interface Known {
  readonly name: string;
  readonly dependency: Dependency;
  readonly locked: LockedPlugin & { readonly commit: string };
}

/** Looks for newer commits of the repositories' plugins among `names`. */
export async function findSourceUpdates(
  state: ProjectState,
  fetcher: PluginFetcher,
  { root, names }: Search,
): Promise<Updates> {
  const known = names.flatMap((name): Known[] => {
    const dependency = state.manifest?.dependencies.get(name);
    const locked = state.lock.plugins.get(name);
    return dependency?.source === undefined || locked?.commit === undefined
      ? []
      : [{ name, dependency, locked: { ...locked, commit: locked.commit } }];
  });
  const found = await mapLimited(known, HOSTS_AT_ONCE, (plugin) =>
    candidateOf(plugin, fetcher, root).catch(failureOf(plugin)),
  );
  return sortedOut(found);
}

async function candidateOf(
  plugin: Known,
  fetcher: PluginFetcher,
  root: string,
): Promise<Candidate> {
  const { name, dependency, locked } = plugin;
  const current = {
    name,
    dependency,
    current: locked.version,
    newest: undefined,
    compatible: undefined,
    withdrawn: undefined,
  };
  return { ...current, ...(await newerContent(plugin, fetcher, root)) };
}

/** A commit that changes only other parts of the repository is not an update. */
async function newerContent(
  { name, dependency, locked }: Known,
  fetcher: PluginFetcher,
  root: string,
): Promise<Partial<Candidate>> {
  const source = dependencySource(String(dependency.source), root);
  if (source.kind !== 'git') return {};
  const known = locked.source === dependency.source ? locked : undefined;
  const found = await fetcher.newest({ source, name, locked: known });
  // a commit that was requested by its hash is never updated
  if (locked.commit.startsWith(found.commit)) return {};
  const newer = pinned(source, found);
  const plugin = await fetcher.fetch({ source: newer, name, dependency });
  if (await isSameContent(plugin, locked)) return {};
  const newest = { version: plugin.version, breaking: isBreaking(locked.version, plugin.version) };
  return { newest, compatible: newest.breaking ? undefined : newest, source: newer };
}

async function isSameContent(
  { contents, integrity, taken }: FetchedPlugin,
  locked: LockedPlugin,
): Promise<boolean> {
  const own =
    taken === undefined ? integrity : await integrityOf(filesAsOf(locked.version, contents));
  return own === locked.integrity;
}
