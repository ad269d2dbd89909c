import { injectable } from 'tsyringe';
import { redirect, type Page, type PageRequest } from '../../../../../web/contract/index.js';
import { viewTile } from '../../../../contract/operations.js';
import { diffPath, pluginPath } from '../../plugin/addresses.js';

/** Leads from the form with two versions to their comparison. */
@injectable()
export class ChoosePage implements Page<'workspace' | 'plugin'> {
  async get({ params, query, invoke }: PageRequest<'workspace' | 'plugin'>) {
    const { name } = await invoke(viewTile, { workspace: params.workspace, tile: params.plugin });
    const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
    return redirect(
      from === '' || to === '' ? `${pluginPath(name)}/versions` : diffPath(name, from, to),
    );
  }
}
