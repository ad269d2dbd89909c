import { inject, injectable } from 'tsyringe';
import { redirect, view, type Page, type PageRequest } from '../../../../web/contract/index.js';
import { archiveTile, archiveVersion } from '../../../contract/operations.js';
import { pluginPath, versionPath } from './addresses.js';
import { changedObject } from './changed-object.js';
import { FindPlugin, type PluginParams } from './find-plugin.js';

const template = new URL('archive.njk', import.meta.url);

type Request = PageRequest<'workspace' | 'plugin'> & {
  readonly params: Readonly<Partial<Record<PluginParams, string>>>;
};

/** Archives a plugin or one of its versions, with a reason, or restores it. */
@injectable()
export class ArchivePage implements Page<'workspace' | 'plugin'> {
  constructor(@inject(FindPlugin) private readonly plugins: FindPlugin) {}

  async get(request: Request) {
    const plugin = await this.plugins.find(request);
    const { tile, version } = plugin;
    const wanted = request.params.version;
    const object = changedObject(plugin, { permission: 'tile:archive', wanted });
    if (object.isVersion && tile.archivedAt !== null)
      return redirect(`${pluginPath(tile.name)}/archive`, {
        notice: 'The version is archived with the whole plugin.',
      });
    const { archivedAt, archivedReason } = object.isVersion ? version : tile;
    return view(template, {
      ...{ name: object.name, path: object.path, isVersion: object.isVersion },
      archived: archivedAt !== null,
      reason: archivedReason ?? '',
    });
  }

  async post({ params, form, invoke }: Request) {
    const { workspace, plugin, version } = params;
    const archived = form.get('archived') === 'yes';
    const archivedReason = form.get('reason')?.trim() ?? '';
    const input = {
      workspace,
      tile: plugin,
      archived,
      ...(archived && archivedReason !== '' && { archivedReason }),
    };
    const done = archived ? 'is archived.' : 'is restored.';
    if (version === undefined) {
      const { name } = await invoke(archiveTile, input);
      return redirect(pluginPath(name), { notice: `The plugin ${done}` });
    }
    const { name } = await invoke(archiveVersion, { ...input, version });
    return redirect(versionPath(name, version), { notice: `Version ${version} ${done}` });
  }
}
