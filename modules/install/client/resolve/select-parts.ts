import type { Ask } from 'svc-registry/kernel';
import { skillUnknown } from '../../contract/errors.js';
import { pluginUnknown, skillAmbiguous } from '../../contract/source-errors.js';
import type { Catalogue, CataloguePlugin } from '../fetch/catalogue/catalogue.js';
import type { Selection } from '../fetch/source-reader.js';
import type { Dependency } from '../project/project-manifest.js';
import { askForParts } from './ask-for-parts.js';
import { nothingIn } from '../fetch/catalogue/nothing-in.js';
import { nearNames } from './near-names.js';

/** What a command says about the parts of its sources. */
export interface PartChoice {
  /** Skills to take in addition to those that svc.json has; `*` is all. */
  readonly skills: readonly string[];
  /** Skills to take in place of those. */
  readonly only: readonly string[];
  /** Plugins to take, whole; `*` is all. */
  readonly plugins: readonly string[];
  /**
   * What to take if none is named: `all`; what a person picks; or what svc.json has. Where that has nothing of the source, `keep` asks if a
   * person can be asked and else takes all, and `list` takes nothing if there is a choice.
   */
  readonly otherwise: 'all' | 'ask' | 'keep' | 'list';
}

/** What svc.json has of a source. */
export interface Present {
  /** The collection of its skills. */
  readonly collection: Dependency | undefined;
  /** Its plugins: name in the catalogue → name in svc.json. */
  readonly plugins: ReadonlyMap<string, string>;
}

export interface Situation {
  readonly choice: PartChoice;
  readonly present: Present;
  readonly ask: Ask;
}

const ALL = '*';

/** Whether the command names parts. */
export const namesParts = ({ skills, only, plugins }: PartChoice): boolean =>
  skills.length + only.length + plugins.length > 0;

/** What to take of a source. Throws `skill_unknown`, `skill_ambiguous` and `plugin_unknown`. */
export async function selectParts(
  catalogue: Catalogue,
  { choice, present, ask }: Situation,
): Promise<readonly Selection[]> {
  if (namesParts(choice)) return named(catalogue, choice, present);
  if (everything(catalogue).length === 0) throw nothingIn(catalogue);
  switch (answerOf(catalogue, { choice, present, ask })) {
    case 'all':
      return everything(catalogue);
    case 'keep':
      return kept(catalogue, present);
    case 'ask':
      return askForParts(catalogue, present, ask);
    case 'list':
      return [];
  }
}

/** What to do where no part is named. */
function answerOf(
  catalogue: Catalogue,
  { choice: { otherwise }, present, ask }: Situation,
): PartChoice['otherwise'] {
  if (otherwise === 'all') return 'all';
  if (isWithoutChoice(catalogue)) return isKnown(present) ? 'keep' : 'all';
  if (otherwise === 'ask') return 'ask';
  if (isKnown(present)) return 'keep';
  if (otherwise === 'list') return 'list';
  return ask.interactive ? 'ask' : 'all';
}

const isKnown = ({ collection, plugins }: Present): boolean =>
  collection !== undefined || plugins.size > 0;

/** Every plugin, whole, and every loose skill, apart from what is withheld. A plugin with nested ones stands for these. */
function everything(catalogue: Catalogue): readonly Selection[] {
  const { rootPlugin, offeredPlugins, looseSkills } = catalogue;
  if (rootPlugin !== undefined) return [{ plugin: rootPlugin }];
  return [
    ...offeredPlugins.map((plugin) => ({ plugin })),
    ...(looseSkills.length === 0 ? [] : [{ skills: undefined }]),
  ];
}

function isWithoutChoice({ rootPlugin, offeredPlugins, looseSkills }: Catalogue): boolean {
  return rootPlugin !== undefined || offeredPlugins.length + looseSkills.length < 2;
}

function kept(catalogue: Catalogue, { collection, plugins }: Present): readonly Selection[] {
  const known = catalogue.plugins.filter(({ name }) => plugins.has(name));
  if (catalogue.rootPlugin !== undefined) return [{ plugin: catalogue.rootPlugin }];
  return [
    ...known.map((plugin) => ({ plugin })),
    ...(collection === undefined ? [] : [{ skills: collection.skills }]),
  ];
}

function named(catalogue: Catalogue, choice: PartChoice, present: Present): readonly Selection[] {
  const plugins = choice.plugins.flatMap((name) => pluginsNamed(catalogue, name));
  const ofSkills = choice.skills.length + choice.only.length > 0;
  const { rootPlugin } = catalogue;
  // which of its skills are linked is decided when they are known
  if (rootPlugin !== undefined && ofSkills) plugins.push(rootPlugin);
  const selected = [...new Set(plugins)].map((plugin) => ({ plugin }));
  if (rootPlugin !== undefined || !ofSkills) return selected;
  return [...selected, { skills: skillsNamed(catalogue, choice, present.collection) }];
}

/** What is elsewhere is taken by `*` too; what is withheld for other reasons only when it is named. */
function pluginsNamed(catalogue: Catalogue, name: string): readonly CataloguePlugin[] {
  const all = catalogue.plugins.filter(
    ({ withheld, elsewhere }) => withheld === undefined || elsewhere !== undefined,
  );
  if (name === ALL && all.length > 0) return all;
  const found = catalogue.pluginsNamed(name);
  const known = catalogue.plugins.map((plugin) => plugin.name);
  if (found.length === 1) return found;
  throw pluginUnknown({
    source: catalogue.name,
    plugin: name,
    several: found.map((plugin) => plugin.name),
    near: nearNames(name, known),
    known,
  });
}

/** `undefined` means all loose skills. */
function skillsNamed(
  catalogue: Catalogue,
  { skills, only }: PartChoice,
  collection: Dependency | undefined,
): readonly string[] | undefined {
  const wanted = [...only, ...skills];
  if (wanted.includes(ALL)) return allSkills(catalogue);
  const chosen = wanted.map((name) => skillNamed(catalogue, name));
  if (collection === undefined || only.length > 0) return [...new Set(chosen)];
  const loose = catalogue.looseSkills.map(({ name }) => name);
  if (collection.skills === undefined && chosen.every((name) => loose.includes(name)))
    return undefined;
  const before = (collection.skills ?? loose).filter(
    (name) => catalogue.skillsNamed(name).length === 1,
  );
  return [...new Set([...before, ...chosen])];
}

function allSkills({ skills }: Catalogue): readonly string[] | undefined {
  const offered = skills.filter(({ withheld }) => withheld === undefined);
  return offered.every(({ plugin }) => plugin === undefined)
    ? undefined
    : offered.map(({ name }) => name);
}

function skillNamed(catalogue: Catalogue, name: string): string {
  const found = catalogue.skillsNamed(name);
  const [skill, ...others] = found;
  const known = catalogue.skills.map((one) => one.name);
  if (skill === undefined)
    throw skillUnknown({
      plugin: catalogue.name,
      skill: name,
      known,
      near: nearNames(name, known),
    });
  if (others.length === 0) return skill.name;
  throw skillAmbiguous({
    plugin: catalogue.name,
    skill: name,
    known: found.map((one) => one.name),
  });
}

/** Which skills of a plugin that is always taken whole are linked; `undefined` means all. */
export function linkedSkills(
  { name: plugin, known }: { readonly name: string; readonly known: readonly string[] },
  { skills, only }: PartChoice,
  current: Dependency | undefined,
): readonly string[] | undefined {
  const wanted = [...new Set([...only, ...skills])];
  if (wanted.includes(ALL)) return undefined;
  const [unknown] = wanted.filter((name) => !known.includes(name));
  if (unknown !== undefined)
    throw skillUnknown({ plugin, skill: unknown, known, near: nearNames(unknown, known) });
  if (current === undefined || only.length > 0) return wanted;
  if (current.skills === undefined) return undefined;
  return [...new Set([...current.skills.filter((name) => known.includes(name)), ...wanted])];
}
