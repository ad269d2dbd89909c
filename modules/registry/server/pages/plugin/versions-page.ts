import { inject, injectable } from 'tsyringe';
import { shownTime, view, type Page, type PageRequest } from '../../../../web/contract/index.js';
import { listVersions } from '../../../contract/operations.js';
import type { ShownPlugin } from '../../../contract/plugin-page.js';
import type { VersionView } from '../../../contract/version-view.js';
import { diffPath, pluginPath, versionPath } from './addresses.js';
import { FindPlugin } from './find-plugin.js';
import { PluginFrame } from './frame.js';
import { moderationBadge } from './moderation-words.js';
import { sizeText } from './texts.js';

const template = new URL('versions.njk', import.meta.url);
const PAGE = 50;

/** Lists the versions of a plugin in parts, the highest first. */
@injectable()
export class VersionsPage implements Page<'workspace' | 'plugin'> {
  constructor(
    @inject(FindPlugin) private readonly plugins: FindPlugin,
    @inject(PluginFrame) private readonly frame: PluginFrame,
  ) {}

  async get(request: PageRequest<'workspace' | 'plugin'>) {
    const plugin = await this.plugins.find(request);
    const { tile } = plugin;
    const after = request.query.get('after');
    const { data, next } = await this.#list(plugin, { after, pageSize: PAGE });
    // the version before the last one of this part is the first one of the next part
    const beyond =
      next === null ? [] : (await this.#list(plugin, { after: next, pageSize: 1 })).data;
    const address = `${pluginPath(tile.name)}/versions`;
    return view(template, {
      name: tile.name,
      frame: await this.frame.of(plugin, 'versions'),
      rows: data.map((version, at) =>
        rowOf(version, { latest: tile.latestVersion, before: data[at + 1] ?? beyond[0] }),
      ),
      first: after === null ? '' : address,
      more: next === null ? '' : `${address}?after=${encodeURIComponent(next)}`,
    });
  }

  #list(
    { tile, invoke }: ShownPlugin,
    { after, pageSize }: { readonly after: string | null; readonly pageSize: number },
  ) {
    return invoke(listVersions, {
      workspace: tile.workspace,
      tile: tile.plugin,
      includeArchived: true,
      pageSize,
      ...(after !== null && { after }),
    });
  }
}

interface Neighbours {
  readonly latest: string | null;
  readonly before: VersionView | undefined;
}

function rowOf(shown: VersionView, { latest, before }: Neighbours) {
  const { name, version, publishedAt, archivedAt, archivedReason, moderationStatus } = shown;
  return {
    version,
    href: versionPath(name, version),
    isLatest: version === latest,
    published: shownTime(publishedAt),
    state: moderationBadge(moderationStatus),
    archived: archivedAt !== null,
    reason: archivedReason ?? '',
    size: sizeText(shown.archiveSize),
    before: before?.version ?? '',
    latest: latest ?? '',
    withBefore: before === undefined ? '' : diffPath(name, before.version, version),
    withLatest: latest === null || version === latest ? '' : diffPath(name, version, latest),
  };
}
