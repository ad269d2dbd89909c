import { usageError, type Ask } from 'svc-registry/kernel';
import { shortened } from '../../../../toolbox/shortened.js';
import type { Catalogue } from '../fetch/catalogue/catalogue.js';
import type { Selection } from '../fetch/source-reader.js';
import type { Present } from './select-parts.js';

/** With more options than this, none is selected at first. */
export const MOST_SELECTED = 10;
/** The terminal cuts it to a row; what is cut off is searched too. */
const LONGEST_DESCRIPTION = 300;
/** No skill has a colon in its name. */
const PLUGIN = 'plugin:';

interface Option {
  readonly value: string;
  readonly label: string;
}

/** Lets a person pick among the plugins and loose skills of a source. */
export async function askForParts(
  catalogue: Catalogue,
  present: Present,
  ask: Ask,
): Promise<readonly Selection[]> {
  const options = optionsOf(catalogue);
  const picked = new Set(
    await ask.selectMany({
      message: `What do you want of ${catalogue.name}?`,
      flag: '--skill <name>, --plugin <name>, or --yes for all',
      options,
      initial: initial(options, catalogue, present),
      search: true,
    }),
  );
  if (picked.size === 0)
    throw usageError({
      what: 'Nothing was chosen.',
      hint: 'Tab selects what the cursor is on, and Enter confirms.',
    });
  const loose = catalogue.looseSkills.map(({ name }) => name);
  const skills = loose.filter((name) => picked.has(name));
  return [
    ...catalogue.offeredPlugins
      .filter(({ name }) => picked.has(`${PLUGIN}${name}`))
      .map((plugin) => ({ plugin })),
    ...(skills.length === 0
      ? []
      : [{ skills: skills.length === loose.length ? undefined : skills }]),
  ];
}

function optionsOf({ offeredPlugins, looseSkills }: Catalogue): readonly Option[] {
  return [
    ...offeredPlugins.map(({ name, description }) => ({
      value: `${PLUGIN}${name}`,
      label: labelOf(`${name} (plugin)`, description),
    })),
    ...looseSkills.map(({ name, description }) => ({
      value: name,
      label: labelOf(name, description),
    })),
  ];
}

function labelOf(name: string, description: string): string {
  const line = description.replace(/\s+/g, ' ').trim();
  return line === '' ? name : `${name}: ${shortened(line, LONGEST_DESCRIPTION)}`;
}

function initial(
  options: readonly Option[],
  { plugins, looseSkills }: Catalogue,
  present: Present,
): readonly string[] {
  const { collection } = present;
  const own = plugins.filter(({ name }) => present.plugins.has(name));
  const skills = collection && (collection.skills ?? looseSkills.map(({ name }) => name));
  const chosen = [...own.map(({ name }) => `${PLUGIN}${name}`), ...(skills ?? [])];
  if (chosen.length > 0) return chosen;
  return options.length > MOST_SELECTED ? [] : options.map(({ value }) => value);
}
