import { inject, injectable } from 'tsyringe';
import { htmlSize, partsOf } from '../../../../../toolbox/parts.js';
import {
  markdownKey,
  view,
  type Markdown,
  type Page,
  type PageRequest,
} from '../../../../web/contract/index.js';
import type { ShownPlugin } from '../../../contract/plugin-page.js';
import type { SkillEntry } from '../../../contract/version-view.js';
import { filePath, pluginPath } from './addresses.js';
import { authorActions } from './author-actions.js';
import { FindPlugin, type PluginParams } from './find-plugin.js';
import { isLatest, PluginFrame } from './frame.js';
import { PluginParts } from './parts.js';
import { factsOf } from './plugin-facts.js';
import { textPart } from './text-part.js';

const template = new URL('overview.njk', import.meta.url);

/** Bytes of HTML that skills take on a page, and rules with and without their texts; the others are found among the files. */
const MOST = { skills: 8_000, rules: 12_000, ruleTexts: 8_000 };
/** Bytes of HTML of an entry, besides its texts. */
const ENTRY_FRAME = 250;

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
      skills: hidden ? [] : fitting(skillsOf(version.skills, path), MOST.skills),
      skillCount: version.skills.length,
      rules: hidden ? [] : fitting(rulesOf(plugin), MOST.rules),
      ruleCount: version.rules.length,
      facts: factsOf(plugin),
      changes: isLatest(plugin) && !hidden ? `${pluginPath(tile.name)}/diff` : '',
      sides: await this.parts.show('side', plugin),
      sections: await this.parts.show('section', plugin),
      actions: authorActions(plugin),
    });
  }

  async #readme({ version: { readme }, path, query }: ShownPlugin) {
    if (readme === undefined || readme.trim() === '') return null;
    return textPart(await this.markdown.parts(readme, { base: `${path}/files/` }), {
      part: query.get('part'),
      addressOf: (part) => `${path}?part=${part}`,
    });
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

/** The texts of some; of the others there are links to the files. */
function rulesOf({ version: { steering, rules }, fileAt }: ShownPlugin) {
  const texts = new Map(steering?.map(({ path, content }) => [path, content]));
  let room = MOST.ruleTexts;
  return rules.map(({ name, path }) => {
    const content = texts.get(path);
    room -= content === undefined ? 0 : htmlSize(content);
    return { name, href: fileAt(path), content: room < 0 ? undefined : content };
  });
}

/** The first ones, as many as a page has room for. */
function fitting<Entry extends object>(entries: readonly Entry[], room: number): readonly Entry[] {
  const sizes = entries.map((entry) => htmlSize(Object.values(entry).join('')) + ENTRY_FRAME);
  return entries.slice(0, partsOf(sizes, { size: room, entries: Infinity })[0]?.end);
}
