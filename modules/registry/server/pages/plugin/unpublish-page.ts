import { inject, injectable } from 'tsyringe';
import { redirect, view, type Page, type PageRequest } from '../../../../web/contract/index.js';
import { unlessGone } from '../../../../web/contract/unless-gone.js';
import { unpublishTile, unpublishVersion, viewTile } from '../../../contract/operations.js';
import { pluginPath } from './addresses.js';
import { changedObject } from './changed-object.js';
import { FindPlugin, type PluginParams } from './find-plugin.js';

const template = new URL('unpublish.njk', import.meta.url);

type Request = PageRequest<'workspace' | 'plugin'> & {
  readonly params: Readonly<Partial<Record<PluginParams, string>>>;
};

/** Asks before a plugin, or one of its versions, is unpublished, which cannot be undone. */
@injectable()
export class UnpublishPage implements Page<'workspace' | 'plugin'> {
  constructor(@inject(FindPlugin) private readonly plugins: FindPlugin) {}

  async get(request: Request) {
    const plugin = await this.plugins.find(request);
    const wanted = request.params.version;
    const { name, path, isVersion } = changedObject(plugin, {
      permission: 'tile:unpublish',
      wanted,
    });
    return view(template, { name, path, isVersion, isPrivate: plugin.tile.private });
  }

  async post({ params, invoke }: Request) {
    const { workspace, plugin, version } = params;
    const ref = { workspace, tile: plugin };
    if (version === undefined) {
      await unlessGone(() => invoke(unpublishTile, ref));
      return redirect('/', { notice: `${workspace}/${plugin} is unpublished.` });
    }
    await unlessGone(() => invoke(unpublishVersion, { ...ref, version }));
    // a plugin without versions does not exist
    const tile = await unlessGone(() => invoke(viewTile, ref));
    return redirect(tile === undefined ? '/' : `${pluginPath(tile.name)}/versions`, {
      notice: `${workspace}/${plugin} ${version} is unpublished.`,
    });
  }
}
