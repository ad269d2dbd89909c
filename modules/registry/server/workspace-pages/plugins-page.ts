import { inject, injectable } from 'tsyringe';
import { teamPagesKey, type TeamPages } from '../../../identity/contract/index.js';
import { view, type Page, type PageRequest } from '../../../web/contract/index.js';
import { listTiles } from '../../contract/operations.js';
import { pluginList } from './plugin-list.js';

const template = new URL('plugins.njk', import.meta.url);
const PAGE = 20;

/** Lists the plugins of a workspace. */
@injectable()
export class WorkspacePluginsPage implements Page<'workspace'> {
  constructor(@inject(teamPagesKey) private readonly pages: TeamPages) {}

  async get(request: PageRequest<'workspace'>) {
    const { invoke, query } = request;
    const frame = await this.pages.frame(request, { tab: 'plugins' });
    const path = `${frame.path}/plugins`;
    const archived = query.get('archived') === 'on';
    const after = query.get('after');
    const { data, next } = await invoke(listTiles, {
      workspace: frame.name,
      pageSize: PAGE,
      ...(archived && { includeArchived: true }),
      ...(after !== null && { after }),
    });
    const kept = archived ? '?archived=on' : '';
    const cursor = new URLSearchParams(archived ? { archived: 'on' } : {});
    if (next !== null) cursor.set('after', next);
    return view(template, {
      frame,
      list: pluginList(frame, data),
      filters: [
        { text: 'In use', href: path, current: !archived },
        { text: 'With archived ones', href: `${path}?archived=on`, current: archived },
      ],
      first: after === null ? '' : path + kept,
      more: next === null ? '' : `${path}?${cursor.toString()}`,
    });
  }
}
