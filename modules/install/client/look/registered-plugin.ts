import { notFound, type Connection, type Context } from 'svc-registry/kernel';
import {
  listVersions,
  viewTile,
  viewVersion,
  type TileView,
  type VersionView,
} from '../../../registry/contract/index.js';
import { inCommandWords, refOf } from '../fetch/registry-client.js';

/** The list of versions is for a look; all of them are at the registry. */
const MOST_VERSIONS = 20;

/** What a registry says of a plugin and of one version of it. */
export interface RegisteredPlugin {
  readonly tile: TileView;
  readonly version: VersionView;
  /** The highest first, archived ones too; not all when there are many. */
  readonly versions: readonly VersionView[];
  readonly moreVersions: boolean;
}

interface Asking {
  readonly context: Pick<Context, 'invoke' | 'signal'>;
  readonly connection: () => Promise<Connection>;
}

/**
 * Without a version the latest, and of a plugin that has none, such as an archived one, the highest. Throws `not_found`, also for what the
 * caller may not see, and `version_unpublished`.
 */
export async function askRegistry(
  { name, version }: { readonly name: string; readonly version: string | undefined },
  { context: { invoke, signal }, connection }: Asking,
): Promise<RegisteredPlugin> {
  const ref = refOf(name);
  const exact = version === undefined || version === 'latest' ? undefined : version;
  // first: of a plugin that has no versions left only this says what has become of it
  const chosen =
    exact === undefined
      ? undefined
      : await inCommandWords(`${name}@${exact}`, connection, () =>
          invoke(viewVersion, { ...ref, version: exact }, { signal }),
        );
  const [tile, list] = await Promise.all([
    inCommandWords(name, connection, () => invoke(viewTile, ref, { signal })),
    inCommandWords(name, connection, () =>
      invoke(listVersions, { ...ref, includeArchived: true, pageSize: MOST_VERSIONS }, { signal }),
    ),
  ]);
  const shown = chosen ?? tile.latest ?? list.data[0];
  // unpublished in between
  if (shown === undefined) throw notFound({ kind: 'plugin', id: name });
  return { tile, version: shown, versions: list.data, moreVersions: list.next !== null };
}
