import { notFound, type Connection, type Context } from 'svc-registry/kernel';
import {
  listVersions,
  viewTile,
  viewVersion,
  type TileView,
  type VersionView,
} from '../../../registry/contract/index.js';
import { inCommandWords, refOf } from '../fetch/registry-client.js';

/** The report lists only this many; the registry has the full list. */
const MOST_VERSIONS = 20;

/** The registry's data on a plugin and one of its versions. */
export interface RegisteredPlugin {
  readonly tile: TileView;
  readonly version: VersionView;
  /** Highest first, including archived ones; cut if there are many. */
  readonly versions: readonly VersionView[];
  readonly moreVersions: boolean;
}

interface Asking {
  readonly context: Pick<Context, 'invoke' | 'signal'>;
  readonly connection: () => Promise<Connection>;
}

/**
 * Without a version, reads the latest, or the highest if none is installable (archived). Throws `not_found`, also for plugins that the
 * caller may not see, and `version_unpublished`.
 */
export async function askRegistry(
  { name, version }: { readonly name: string; readonly version: string | undefined },
  { context: { invoke, signal }, connection }: Asking,
): Promise<RegisteredPlugin> {
  const ref = refOf(name);
  const exact = version === undefined || version === 'latest' ? undefined : version;
  // asked first, because for a plugin without versions only this call explains why
  const viewOf = (one: string): Promise<VersionView> =>
    inCommandWords(`${name}@${one}`, connection, () =>
      invoke(viewVersion, { ...ref, version: one }, { signal }),
    );
  const chosen = exact === undefined ? undefined : await viewOf(exact);
  const [tile, list] = await Promise.all([
    inCommandWords(name, connection, () => invoke(viewTile, ref, { signal })),
    inCommandWords(name, connection, () =>
      invoke(listVersions, { ...ref, includeArchived: true, pageSize: MOST_VERSIONS }, { signal }),
    ),
  ]);
  const shown = chosen ?? tile.latest ?? (await highest(list.data, viewOf));
  // unpublished between the two calls
  if (shown === undefined) throw notFound({ kind: 'plugin', id: name });
  return { tile, version: shown, versions: list.data, moreVersions: list.next !== null };
}

/** Asked by itself, because an entry of a list has only summaries of what is known about the version. */
async function highest(
  [first]: readonly VersionView[],
  viewOf: (version: string) => Promise<VersionView>,
): Promise<VersionView | undefined> {
  return first && viewOf(first.version);
}
