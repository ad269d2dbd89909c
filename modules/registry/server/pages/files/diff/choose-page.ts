import { injectable } from 'tsyringe';
import { redirect, type Page, type PageRequest } from '../../../../../web/contract/index.js';
import { isHidden } from '../../../../contract/moderation.machine.js';
import { listVersions, viewTile } from '../../../../contract/operations.js';
import type { TileView } from '../../../../contract/tile-view.js';
import { diffPath, pluginPath } from '../../plugin/addresses.js';

/** Versions among which the one before the latest is looked for; others may be withheld. */
const MOST_LOOKED_AT = 20;

/** Leads from the form with two versions to their comparison, and without them to that of the latest with the one before. */
@injectable()
export class ChoosePage implements Page<'workspace' | 'plugin'> {
  async get({ params, query, invoke }: PageRequest<'workspace' | 'plugin'>) {
    const tile = await invoke(viewTile, { workspace: params.workspace, tile: params.plugin });
    const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
    if (from !== '' && to !== '') return redirect(diffPath(tile.name, from, to));
    return redirect((await latestChange(tile, invoke)) ?? `${pluginPath(tile.name)}/versions`);
  }
}

/** `undefined` where there is nothing to compare. */
async function latestChange(
  { name, workspace, plugin, latestVersion }: TileView,
  invoke: PageRequest['invoke'],
): Promise<string | undefined> {
  const input = { workspace, tile: plugin, pageSize: MOST_LOOKED_AT };
  const { data } = await invoke(listVersions, input);
  const shown = data.filter(({ moderationStatus }) => !isHidden(moderationStatus));
  const at = shown.findIndex(({ version }) => version === latestVersion);
  const before = at < 0 ? undefined : shown[at + 1];
  return before && latestVersion !== null
    ? diffPath(name, before.version, latestVersion)
    : undefined;
}
