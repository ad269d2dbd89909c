import type { TeamFrame, TeamVisit, WorkspacePart } from '../../../identity/contract/index.js';
import { view } from '../../../web/contract/index.js';
import { listTiles } from '../../contract/operations.js';
import { tileRow } from './tile-row.js';

const template = new URL('plugins-part.njk', import.meta.url);
const FEW = 10;

/** The first plugins of a workspace. */
export class PluginsPart implements WorkspacePart {
  async show({ name, path, allowed }: TeamFrame, { invoke }: TeamVisit) {
    const { data, next } = await invoke(listTiles, { workspace: name, pageSize: FEW });
    return view(template, {
      workspace: name,
      path: `${path}/plugins`,
      plugins: data.map(tileRow),
      more: next !== null,
      mayPublish: allowed.has('tile:publish'),
    });
  }
}
