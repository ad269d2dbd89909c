import { posix } from 'node:path';
import { isSvcError } from 'svc-registry/kernel';
import { nestedSource } from '../../resolve/nested-source.js';
import type { DirectSource } from '../../resolve/source.js';
import { MANIFESTS, type ManifestPath } from '../collection/find-skills.js';
import { nameOfNested } from '../collection/plugin-names.js';
import { joinPath, pathBelow } from '../collection/source-tree.js';
import { withheldBy } from '../collection/withheld.js';
import type { Location } from '../location.js';
import type { BadPart, CataloguePlugin } from './catalogue.js';
import type { ManifestCard } from './manifest-card.js';

interface Found {
  readonly plugins: readonly CataloguePlugin[];
  readonly bad: readonly BadPart[];
}

/** A manifest that was found, with what it says: see `readManifestCard`. */
export type ReadManifest = ManifestPath & { readonly card: ManifestCard | string | undefined };

type Naming = Pick<Location, 'whole' | 'root' | 'direct'>;

/** The plugins of a source, by their manifests, which are sorted by folder. */
export function listPlugins(manifests: readonly ReadManifest[], location: Naming): Found {
  const plugins: CataloguePlugin[] = [];
  const bad: BadPart[] = [];
  for (const { folder, manifest, card } of manifests) {
    // reading the plugin that the source itself is reports what is wrong with it
    const known = folder === '' && typeof card !== 'object' ? noCard : card;
    if (typeof known === 'string') bad.push({ folder, why: known });
    if (typeof known !== 'object') continue;
    const plugin = {
      folder,
      manifest,
      name: nameOf({ folder, card: known }, { location, plugins }),
      own: MANIFESTS.includes(manifest),
      description: known.description,
      withheld: insideOf(folder, plugins) ?? withheldBy(folder),
    };
    const other = plugins.find(({ name }) => name === plugin.name);
    const source = sourceOf(location, folder);
    if (other !== undefined)
      bad.push({ folder, why: `it is called ${other.name}, as the plugin in ${other.folder} is` });
    else if (typeof source === 'string') bad.push({ folder, why: source });
    else plugins.push({ ...plugin, source });
  }
  return { plugins, bad };
}

const noCard: ManifestCard = { name: undefined, description: '', own: false };

/** The outermost plugin around a folder, or of the folder itself. */
export function pluginAround(
  folder: string,
  plugins: readonly CataloguePlugin[],
): CataloguePlugin | undefined {
  return plugins.find(
    (plugin) => plugin.folder === folder || pathBelow(plugin.folder, folder) !== undefined,
  );
}

function insideOf(folder: string, plugins: readonly CataloguePlugin[]): string | undefined {
  const around = pluginAround(folder, plugins);
  return around && `it is inside the plugin ${around.name}`;
}

/** A text says why no address leads to the folder. */
function sourceOf(location: Naming, folder: string): DirectSource | string {
  try {
    return nestedSource(location, folder);
  } catch (error) {
    if (!isSvcError(error)) throw error;
    return error.message;
  }
}

/** Our manifests name their plugin. Of others the second of one name gets the names of folders around it in front, and then a number. */
function nameOf(
  { folder, card }: { readonly folder: string; readonly card: ManifestCard },
  {
    location,
    plugins,
  }: { readonly location: Naming; readonly plugins: readonly CataloguePlugin[] },
): string {
  if (card.own && card.name !== undefined) return card.name;
  const { whole } = location;
  const path = joinPath(location.root, folder);
  if (path === '') return whole;
  const taken = new Set(plugins.map((plugin) => plugin.name));
  const own = card.name ?? posix.basename(path);
  const above = path.split('/').slice(0, -1).reverse();
  for (let count = 0; count <= above.length; count += 1) {
    const candidate = nameOfNested(whole, [...above.slice(0, count).reverse(), own].join('-'));
    if (!taken.has(candidate)) return candidate;
  }
  for (let number = 2; ; number += 1) {
    const candidate = nameOfNested(whole, `${own.slice(0, 80)}-${number}`);
    if (!taken.has(candidate)) return candidate;
  }
}
