import { injectable } from 'tsyringe';
import type { Page, PageRequest } from '../../../../web/contract/index.js';
import { downloadFile } from '../../../contract/operations.js';
import type { PluginParams } from '../plugin/find-plugin.js';

/** Offers a file of a version to be kept. */
@injectable()
export class RawPage implements Page<PluginParams | 'path'> {
  async get({ params, invoke }: PageRequest<PluginParams | 'path'>) {
    const { workspace, plugin, version, path } = params;
    const file = await invoke(downloadFile, { workspace, tile: plugin, version, filePath: path });
    return { ...file, filename: path.slice(path.lastIndexOf('/') + 1) };
  }
}
