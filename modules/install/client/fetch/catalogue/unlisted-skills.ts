import { isSvcError } from 'svc-registry/kernel';
import type { PluginFormat } from '../../../../registry/contract/plugin-format.js';
import { findManifests, findSkills, pathsIn } from '../collection/find-skills.js';
import type { Location } from '../location.js';
import type { Reading } from '../source-reader.js';
import { Catalogue, type CatalogueSkill } from './catalogue.js';
import { openCatalogue, type OpenCatalogue } from './open-catalogue.js';

const WHY = 'the plugin at the root does not list it';

/**
 * The catalogue with the skills that are in the folder of the plugin at the root and that it does not list. Which these are is known only when it
 * has been read; where it lists all, nothing more is read.
 */
export async function withUnlisted(
  open: OpenCatalogue,
  readings: readonly Reading[],
  { location, format }: { location: Location; format: Pick<PluginFormat, 'readSkillCards'> },
): Promise<OpenCatalogue> {
  const listed = listedFolders(open.catalogue, readings);
  if (listed === undefined) return open;
  const paths = pathsIn(location);
  const containers = new Set(findManifests(paths).map(({ folder }) => folder));
  if (findSkills(paths, containers).every((folder) => listed.has(folder))) return open;
  const { files, heads, catalogue } = await openCatalogue(location, format, {
    skillsOfRoot: true,
  });
  // a copy of a listed skill is that skill
  const isListed = ({ folder, copies }: CatalogueSkill): boolean =>
    [folder, ...copies].some((one) => listed.has(one));
  const unlisted = catalogue.skills
    .filter((skill) => !isListed(skill))
    .map((skill) => ({ ...skill, withheld: skill.withheld ?? WHY }));
  const { name, plugins, bad } = open.catalogue;
  return { files, heads, catalogue: new Catalogue(name, plugins, unlisted, bad) };
}

/** `undefined` where there is no plugin at the root, or it was not read. */
function listedFolders(
  { rootPlugin }: Catalogue,
  readings: readonly Reading[],
): ReadonlySet<string> | undefined {
  if (rootPlugin === undefined) return undefined;
  for (const { selection, outcome } of readings)
    if ('plugin' in selection && selection.plugin === rootPlugin && !isSvcError(outcome))
      return new Set(outcome.contents.skills.map(({ path }) => (path === '.' ? '' : path)));
  return undefined;
}
