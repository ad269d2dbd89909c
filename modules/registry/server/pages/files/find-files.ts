import { injectable, inject } from 'tsyringe';
import type { PageRequest } from '../../../../web/contract/index.js';
import { moderationHidden } from '../../../contract/errors.js';
import type { ShownPlugin } from '../../../contract/plugin-page.js';
import { FindPlugin, type PluginParams } from '../plugin/find-plugin.js';

type Request = Parameters<FindPlugin['find']>[0] & Pick<PageRequest, 'query'>;

/** Finds a version whose files are shown. */
@injectable()
export class FindFiles {
  constructor(@inject(FindPlugin) private readonly plugins: FindPlugin) {}

  /** Throws `not_found`, `version_unpublished` and, to members of its workspace as well, `moderation_hidden`. */
  async find(request: Request): Promise<ShownPlugin> {
    const plugin = await this.plugins.find(request);
    if (!plugin.hidden) return plugin;
    const { name, version, moderationStatus: status } = plugin.version;
    // why it is withheld stands on the page of the version, for those who may know
    throw moderationHidden({ name, version, status });
  }

  /** The same for another version of the plugin than the address names. */
  other(request: Request, version: string): Promise<ShownPlugin> {
    const params: Partial<Record<PluginParams, string>> = { ...request.params, version };
    return this.find({ ...request, params });
  }
}
