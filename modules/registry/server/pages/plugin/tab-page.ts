import { inject, injectable } from 'tsyringe';
import { pageNotFound } from '../../../../web/contract/errors.js';
import { view, type Page, type PageRequest } from '../../../../web/contract/index.js';
import { FindPlugin, type PluginParams } from './find-plugin.js';
import { PluginFrame } from './frame.js';
import { knownTabs } from './known-tabs.js';
import { PluginParts } from './parts.js';

const template = new URL('tab.njk', import.meta.url);

/** Shows a tab that another module contributes, or says that no module does. */
@injectable()
export class TabPage implements Page<PluginParams | 'tab'> {
  constructor(
    @inject(FindPlugin) private readonly plugins: FindPlugin,
    @inject(PluginFrame) private readonly frame: PluginFrame,
    @inject(PluginParts) private readonly parts: PluginParts,
  ) {}

  async get(request: PageRequest<PluginParams | 'tab'>) {
    const plugin = await this.plugins.find(request);
    const { tab } = request.params;
    const contribution = this.parts.tab(tab);
    const without = knownTabs.find(({ id }) => id === tab);
    const title = contribution?.data.title ?? without?.title;
    // said of plugins only that the person may see
    if (title === undefined) throw pageNotFound();
    return view(template, {
      name: plugin.tile.name,
      version: plugin.version.version,
      frame: await this.frame.of(plugin, tab),
      title,
      without: contribution === undefined ? without : undefined,
      part: contribution && (await this.parts.one(contribution, plugin)),
    });
  }
}
