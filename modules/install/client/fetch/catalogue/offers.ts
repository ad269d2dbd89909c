import { counted } from '../../../../../toolbox/plural.js';
import type { PluginContents } from '../../../../registry/contract/plugin-format.js';
import type { SourceOffer } from '../../../contract/results.js';
import type { Present } from '../../resolve/select-parts.js';
import type { FetchedPlugin } from '../fetcher.js';
import type { Looked, Selection } from '../source-reader.js';
import type { CataloguePlugin, CatalogueSkill } from './catalogue.js';

/** What was read of a source. */
interface Read {
  readonly selection: Selection;
  readonly outcome: Pick<FetchedPlugin, 'contents' | 'taken'>;
}

interface Taken {
  /** What svc.json has of the source. */
  readonly present: Present;
  readonly readings: readonly Read[];
}

type LookedAt = Pick<Looked<FetchedPlugin>, 'catalogue' | 'sizes'>;

/** Everything that a source offers: plugins by folder, then skills by name. The skills of a source that is a plugin are those of its contents. */
export function allOffers(looked: LookedAt, { present, readings }: Taken): readonly SourceOffer[] {
  const { catalogue } = looked;
  const root = readings.find(
    ({ selection }) => 'plugin' in selection && selection.plugin.folder === '',
  );
  const rootSkills =
    root === undefined ? [] : skillsOf(root.outcome.contents, present.plugins.has(''));
  return [
    ...catalogue.plugins.map((plugin) =>
      pluginOffer(plugin, looked, present.plugins.has(plugin.folder)),
    ),
    ...rootSkills,
    ...catalogue.skills.map((skill) => skillOffer(skill, looked, isPresent(skill, present))),
  ];
}

/** What a source offers and was not taken. Skills of a plugin are counted with it, unless it was taken and does not list them. */
export function notTakenOf(looked: LookedAt, taken: Taken): readonly SourceOffer[] {
  const { catalogue } = looked;
  const { present, readings } = taken;
  const plugins = new Map(
    readings.flatMap(({ selection, outcome }) =>
      'plugin' in selection ? [[selection.plugin.folder, outcome.contents] as const] : [],
    ),
  );
  const collected = readings.find(({ selection }) => 'skills' in selection)?.outcome;
  const names = new Set(collected?.contents.skills.map(({ name }) => name));
  const isTaken = (skill: CatalogueSkill): boolean => {
    if (names.has(skill.name)) return true;
    const contents = skill.plugin === undefined ? undefined : plugins.get(skill.plugin);
    return contents === undefined
      ? skill.plugin !== undefined
      : contents.skills.some(({ path }) => isAt(skill, path));
  };
  return [
    ...catalogue.plugins
      .filter(({ folder }) => !plugins.has(folder))
      .map((plugin) => pluginOffer(plugin, looked, present.plugins.has(plugin.folder))),
    ...catalogue.skills
      .filter((skill) => !isTaken(skill))
      .map((skill) => skillOffer(skill, looked, isPresent(skill, present))),
  ];
}

/** Skills of a plugin that is installed whole. */
export function skillsOf(
  { skills, files }: Pick<PluginContents, 'skills' | 'files'>,
  installed: boolean,
): readonly SourceOffer[] {
  return skills.map(({ name, description, path }) => {
    const own = files.filter((file) => path === '.' || file.path.startsWith(`${path}/`));
    const bytes = own.reduce((sum, { content }) => sum + content.length, 0);
    return {
      kind: 'skill',
      name,
      description: oneLine(description),
      path,
      files: own.length,
      bytes,
      installed,
      withheld: null,
    };
  });
}

const MOST_NAMES = 20;

/** One line about what was not taken; `undefined` if that is nothing. */
export function notTakenText(
  name: string,
  offers: readonly SourceOffer[],
  source: string,
): string | undefined {
  if (offers.length === 0) return undefined;
  const counts = (['plugin', 'skill'] as const).flatMap((kind) => {
    const count = offers.filter((offer) => offer.kind === kind).length;
    return count === 0 ? [] : [counted(count, kind)];
  });
  const names = offers
    .slice(0, MOST_NAMES)
    .map((offer) => (offer.withheld === null ? offer.name : `${offer.name} (${offer.withheld})`));
  const more = offers.length - names.length;
  const list = more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
  return `Not taken of ${name}: ${counts.join(' and ')}: ${list}. \`svc install ${source} --list\` shows what there is.`;
}

function isAt({ folder, plugin }: CatalogueSkill, path: string): boolean {
  return folder === [plugin, path].filter((part) => part !== '' && part !== '.').join('/');
}

function isPresent(
  { name, plugin, withheld }: CatalogueSkill,
  { collection, plugins }: Present,
): boolean {
  if (plugin !== undefined && plugins.has(plugin)) return true;
  if (collection === undefined) return false;
  return collection.skills?.includes(name) ?? (plugin === undefined && withheld === undefined);
}

function pluginOffer(
  { name, description, folder, withheld }: CataloguePlugin,
  { sizes }: LookedAt,
  installed: boolean,
): SourceOffer {
  const { files, bytes } = sizes.plugins.get(folder) ?? { files: null, bytes: null };
  return {
    kind: 'plugin',
    name,
    description: oneLine(description),
    path: folder,
    files,
    bytes,
    installed,
    withheld: withheld ?? null,
  };
}

function skillOffer(
  { name, description, folder, withheld }: CatalogueSkill,
  { sizes }: LookedAt,
  installed: boolean,
): SourceOffer {
  const { files, bytes } = sizes.skills.get(folder) ?? { files: null, bytes: null };
  return {
    kind: 'skill',
    name,
    description: oneLine(description),
    path: folder,
    files,
    bytes,
    installed,
    withheld: withheld ?? null,
  };
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
