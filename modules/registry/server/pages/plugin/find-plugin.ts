import { notFound } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { PageRequest } from '../../../../web/contract/index.js';
import { isHidden } from '../../../contract/moderation.machine.js';
import { listVersions, viewTile, viewVersion } from '../../../contract/operations.js';
import type { ShownPlugin } from '../../../contract/plugin-page.js';
import type { TileView } from '../../../contract/tile-view.js';
import type { VersionView } from '../../../contract/version-view.js';
import { filePath, versionPath } from './addresses.js';
import { VersionDeclarations } from './declarations.js';

/** The parameters of the addresses of a plugin's pages. */
export type PluginParams = 'workspace' | 'plugin' | 'version';

type Request = Pick<PageRequest, 'query' | 'caller' | 'invoke' | 'origin'> & {
  readonly params: Readonly<Partial<Record<PluginParams, string>>>;
};

/** Finds what an address names, as the person who asks may see it. */
@injectable()
export class FindPlugin {
  constructor(@inject(VersionDeclarations) private readonly declarations: VersionDeclarations) {}

  /**
   * The version that the address names; without one the latest, and of a plugin without a latest one the highest. Throws `not_found` and
   * `version_unpublished`.
   */
  async find({ params, query, caller, invoke, origin }: Request): Promise<ShownPlugin> {
    const { workspace = '', plugin = '', version: wanted } = params;
    // asked first: what somebody may not see is answered as a plugin that does not exist, whatever version is named
    const tile = await invoke(viewTile, { workspace, tile: plugin });
    const version = await this.#version(tile, wanted, invoke);
    const hidden = isHidden(version.moderationStatus);
    const path = versionPath(tile.name, version.version);
    return {
      ...{ tile, version, hidden, path, query, caller, invoke, origin },
      declared: hidden ? undefined : await this.declarations.of(version.id),
      fileAt: (file, line) => filePath(path, file, line),
    };
  }

  async #version(
    { latest, latestVersion, workspace, plugin, name }: TileView,
    wanted: string | undefined,
    invoke: PageRequest['invoke'],
  ): Promise<VersionView> {
    if (latest !== null && (wanted === undefined || wanted === latestVersion)) return latest;
    const ref = { workspace, tile: plugin };
    if (wanted !== undefined) return invoke(viewVersion, { ...ref, version: wanted });
    const { data } = await invoke(listVersions, { ...ref, includeArchived: true, pageSize: 1 });
    const [highest] = data;
    // unpublished between the two calls
    if (highest === undefined) throw notFound({ kind: 'plugin', id: name });
    // an entry of a list has no texts, and summaries of facts only
    return invoke(viewVersion, { ...ref, version: highest.version });
  }
}
