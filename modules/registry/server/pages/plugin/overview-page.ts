import { inject, injectable } from 'tsyringe';
import {
  markdownKey,
  view,
  type Markdown,
  type Page,
  type PageRequest,
} from '../../../../web/contract/index.js';
import type { ShownPlugin } from '../../../contract/plugin-page.js';
import type { SkillEntry } from '../../../contract/version-view.js';
import { filePath } from './addresses.js';
import { authorActions } from './author-actions.js';
import { FindPlugin, type PluginParams } from './find-plugin.js';
import { PluginFrame } from './frame.js';
import { PluginParts } from './parts.js';
import { factsOf } from './plugin-facts.js';

const template = new URL('overview.njk', import.meta.url);

/** Characters of rule texts that a page holds; of more it has links to the files. */
const MOST_RULES = 64 * 1024;

/** Shows a version at one glance: README, skills, rules, what it starts and how to get it. */
@injectable()
export class OverviewPage implements Page<PluginParams> {
  constructor(
    @inject(FindPlugin) private readonly plugins: FindPlugin,
    @inject(PluginFrame) private readonly frame: PluginFrame,
    @inject(PluginParts) private readonly parts: PluginParts,
    @inject(markdownKey) private readonly markdown: Markdown,
  ) {}

  async get(request: PageRequest<PluginParams>) {
    const plugin = await this.plugins.find(request);
    const { tile, version, hidden, path } = plugin;
    return view(template, {
      name: tile.name,
      version: version.version,
      frame: await this.frame.of(plugin, 'overview'),
      hidden,
      files: `${path}/files`,
      readme: await this.#readme(plugin),
      skills: hidden ? [] : skillsOf(version.skills, path),
      rules: hidden ? [] : rulesOf(plugin),
      facts: factsOf(plugin),
      sides: await this.parts.show('side', plugin),
      sections: await this.parts.show('section', plugin),
      actions: authorActions(plugin),
    });
  }

  async #readme({ version: { readme }, path }: ShownPlugin) {
    if (readme === undefined || readme.trim() === '') return null;
    return this.markdown.render(readme, { base: `${path}/files/` });
  }
}

/** A skill may be the whole plugin: then its folder is the root. */
function skillsOf(skills: readonly SkillEntry[], path: string) {
  return skills.map(({ name, description, path: folder }) => {
    const isRoot = ['', '.', './'].includes(folder);
    const href = filePath(path, isRoot ? 'SKILL.md' : `${folder}/SKILL.md`);
    return { name, description, href };
  });
}

function rulesOf({ version: { steering, rules }, fileAt }: ShownPlugin) {
  const texts = new Map(steering?.map(({ path, content }) => [path, content]));
  let room = MOST_RULES;
  return rules.map(({ name, path }) => {
    const content = texts.get(path);
    room -= content?.length ?? 0;
    return { name, href: fileAt(path), content: room < 0 ? undefined : content };
  });
}
