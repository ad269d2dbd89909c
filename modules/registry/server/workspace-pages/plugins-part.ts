import type { TeamFrame, TeamVisit, WorkspacePart } from '../../../identity/contract/index.js';
import { view } from '../../../web/contract/index.js';
import { listTiles } from '../../contract/operations.js';
import { pluginList } from './plugin-list.js';

const template = new URL('plugins-part.njk', import.meta.url);
const FEW = 10;

/** The first plugins of a workspace. */
export class PluginsPart implements WorkspacePart {
  async show(workspace: TeamFrame, { invoke }: TeamVisit) {
    const { name, path } = workspace;
    const { data, next } = await invoke(listTiles, { workspace: name, pageSize: FEW });
    const list = pluginList(workspace, data);
    return view(template, { path: `${path}/plugins`, list, more: next !== null });
  }
}
