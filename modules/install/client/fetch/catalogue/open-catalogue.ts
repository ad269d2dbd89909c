import { by } from '../../../../../toolbox/by.js';
import type {
  LooseFile,
  PluginFormat,
  SkillCard,
} from '../../../../registry/contract/plugin-format.js';
import { findManifests, findSkills, pathsIn } from '../collection/find-skills.js';
import { skillNameFrom } from '../collection/plugin-names.js';
import { SkillFiles } from '../collection/skill-files.js';
import { joinPath, type NamedFolder } from '../collection/source-tree.js';
import type { Location } from '../location.js';
import { readMarketplace } from '../marketplace/marketplace.js';
import { withheldBy } from '../collection/withheld.js';
import { Catalogue, type CataloguePlugin, type CatalogueSkill } from './catalogue.js';
import { withoutCopies } from './identical-skills.js';
import { withEntries } from './listed-plugins.js';
import { readManifestCard } from './manifest-card.js';
import { withFoldersReleased } from './released.js';
import { listPlugins, pluginAround, type ReadManifest } from './plugin-list.js';
import { namesOf, ownFolder } from './skill-names.js';

/** A catalogue, with what is known of the files of its skills. */
export interface OpenCatalogue {
  readonly catalogue: Catalogue;
  readonly files: SkillFiles;
  /** Files that were read while looking; they are not read again. */
  readonly heads: readonly LooseFile[];
}

/**
 * Finds what a folder offers. Reads nothing but manifests and `SKILL.md` files, in one request, however many there are. The skills of a folder
 * that is a plugin itself are left to the reader of plugins, unless `skillsOfRoot` says otherwise.
 */
export async function openCatalogue(
  location: Location,
  format: Pick<PluginFormat, 'readSkillCards'>,
  { skillsOfRoot = false } = {},
): Promise<OpenCatalogue> {
  const paths = pathsIn(location);
  const found = findManifests(paths);
  const isPlugin = found[0]?.folder === '';
  const containers = new Set(found.map(({ folder }) => folder));
  const folders = isPlugin && !skillsOfRoot ? [] : findSkills(paths, containers);
  const manifests = found.map(({ folder, manifest }) => joinPath(folder, manifest));
  // a plugin alone is read whole in a moment, and what its manifest says is not needed before
  const isAlone = isPlugin && found.length === 1 && location.root === '';
  const heads = await readAll(location, [
    ...(isAlone ? [] : manifests),
    ...folders.map((folder) => joinPath(folder, 'SKILL.md')),
  ]);
  const own = listPlugins(
    found.map((one): ReadManifest => {
      const head = heads.get(joinPath(one.folder, one.manifest));
      return { ...one, card: head && readManifestCard(one.manifest, head) };
    }),
    location,
  );
  const marketplace = await readMarketplace(location);
  const { plugins, bad } =
    marketplace === undefined ? own : withEntries(own, marketplace, location);
  const files = new SkillFiles(location, folders);
  const skills = await listSkills({ location, folders, heads, plugins, files }, format);
  const read = [...heads].map(([path, file]) => ({ ...file, path: joinPath(location.root, path) }));
  const offered = withFoldersReleased({ plugins, skills });
  const catalogue = new Catalogue(
    location.name,
    offered.plugins,
    offered.skills,
    bad,
    offered.released,
  );
  return { catalogue, files, heads: read };
}

/** By path relative to the folder. */
async function readAll(
  { tree, root }: NamedFolder,
  paths: readonly string[],
): Promise<ReadonlyMap<string, LooseFile>> {
  const files = await tree.read(paths.map((path) => joinPath(root, path)));
  return new Map(files.map((file, index) => [paths[index] ?? '', file] as const));
}

interface Parts {
  readonly location: NamedFolder;
  readonly folders: readonly string[];
  readonly heads: ReadonlyMap<string, LooseFile>;
  readonly plugins: readonly CataloguePlugin[];
  readonly files: SkillFiles;
}

async function listSkills(
  { location, folders, heads, plugins, files }: Parts,
  format: Pick<PluginFormat, 'readSkillCards'>,
): Promise<readonly CatalogueSkill[]> {
  const texts = folders.flatMap((folder) => heads.get(joinPath(folder, 'SKILL.md')) ?? []);
  const cards = await format.readSkillCards(texts);
  const found = cards.map((card, index) =>
    skillOf(card, { folder: folders[index] ?? '', location, plugins }),
  );
  const unique = await withoutCopies(found, location.tree, (folder) => files.within(folder));
  const names = namesOf(unique);
  return unique
    .map((skill): CatalogueSkill => ({ ...skill, name: names.get(skill.folder) ?? skill.plain }))
    .sort(by(({ name }) => name));
}

type Unnamed = Omit<CatalogueSkill, 'name' | 'copies'>;

function skillOf(
  { name, description, internal, problems }: SkillCard,
  {
    folder,
    location: { root, source },
    plugins,
  }: { folder: string; location: NamedFolder; plugins: readonly CataloguePlugin[] },
): Unnamed {
  const own = ownFolder(folder, root, source);
  const around = pluginAround(folder, plugins);
  return {
    plain: skillNameFrom(name ?? '') || skillNameFrom(own) || 'skill',
    description: description ?? '',
    folder,
    plugin: around?.folder,
    withheld:
      (internal ? 'its author marks it as internal' : undefined) ??
      withheldBy(folder) ??
      around?.withheld,
    problems,
  };
}
