import { inject, injectable } from 'tsyringe';
import { view, type Page, type PageRequest } from '../../../../../web/contract/index.js';
import { listVersions } from '../../../../contract/operations.js';
import type { ShownPlugin } from '../../../../contract/plugin-page.js';
import { diffPath, pluginPath } from '../../plugin/addresses.js';
import { PluginFrame } from '../../plugin/frame.js';
import { PluginParts } from '../../plugin/parts.js';
import { FindFiles } from '../find-files.js';
import { DiffView } from './diff-view.js';

const template = new URL('diff.njk', import.meta.url);

/** Versions to choose from. */
const MOST_CHOICES = 50;

type Params = 'workspace' | 'plugin' | 'from' | 'to';

/** Compares two versions of a plugin: what they can do, then their files. */
@injectable()
export class DiffPage implements Page<Params> {
  constructor(
    @inject(FindFiles) private readonly found: FindFiles,
    @inject(PluginFrame) private readonly frame: PluginFrame,
    @inject(PluginParts) private readonly parts: PluginParts,
    @inject(DiffView) private readonly difference: DiffView,
  ) {}

  async get(request: PageRequest<Params>) {
    const { from, to } = request.params;
    const after = await this.found.other(request, to);
    const before = await this.found.other(request, from);
    const { name } = after.tile;
    const [old, present] = [before.version.version, after.version.version];
    const file = request.query.get('file');
    const address = diffPath(name, old, present);
    const whole = file === null && request.query.get('after') === null;
    return view(template, {
      ...{ name, before: old, after: present, file, address },
      frame: await this.frame.of(after, 'versions'),
      choose: `${pluginPath(name)}/diff`,
      choices: await this.#choices(after, [old, present]),
      swapped: diffPath(name, present, old),
      capabilities: whole ? await this.#capabilities(before, after) : null,
      files: await this.difference.of({ before, after, address }),
    });
  }

  async #choices({ tile, invoke }: ShownPlugin, chosen: readonly string[]) {
    const { workspace, plugin } = tile;
    const input = { workspace, tile: plugin, includeArchived: true, pageSize: MOST_CHOICES };
    const { data } = await invoke(listVersions, input);
    const all = new Set([...data.map(({ version }) => version), ...chosen]);
    return [...all].map((version) => [version, version]);
  }

  async #capabilities(before: ShownPlugin, after: ShownPlugin) {
    const isKnown = this.parts.at('difference').length > 0;
    const parts = await this.parts.show('difference', { ...after, before: before.version });
    return { isKnown, parts };
  }
}
