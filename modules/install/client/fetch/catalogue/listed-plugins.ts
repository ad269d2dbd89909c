import { isSvcError } from 'svc-registry/kernel';
import { entryOf } from '../../resolve/source.js';
import { MANIFESTS } from '../collection/find-skills.js';
import { nameOfNested } from '../collection/plugin-names.js';
import { pathBelow } from '../collection/source-tree.js';
import { withheldBy } from '../collection/withheld.js';
import type { Location } from '../location.js';
import type { Marketplace, MarketplaceEntry } from '../marketplace/marketplace.js';
import type { BadPart, CataloguePlugin } from './catalogue.js';

interface Found {
  readonly plugins: readonly CataloguePlugin[];
  readonly bad: readonly BadPart[];
}

/**
 * The plugins of a source with the entries of its marketplace. An entry whose folder is a plugin of ours is that plugin; one of another vendor's
 * is named and completed by its entry.
 */
export function withEntries(found: Found, marketplace: Marketplace, location: Location): Found {
  const list = new PluginList(found.plugins);
  const bad: BadPart[] = marketplace.skipped.map(({ what, why }) => ({ folder: what, why }));
  for (const { name, plugin } of bestFirst(marketplace.entries, location, list)) {
    const why = typeof plugin === 'string' ? plugin : list.add(plugin);
    if (why !== undefined) bad.push({ folder: `"${name}" of the marketplace`, why });
  }
  return { plugins: list.all(), bad: [...found.bad, ...bad] };
}

interface Listed {
  readonly name: string;
  readonly plugin: CataloguePlugin | string;
}

/** Of several entries of one folder the one counts that is called as the plugin's own manifest calls it. */
function bestFirst(
  entries: readonly MarketplaceEntry[],
  location: Location,
  list: PluginList,
): readonly Listed[] {
  const listed = entries.map((entry) => ({ name: entry.name, plugin: pluginOf(entry, location) }));
  const isBest = ({ plugin }: Listed): boolean =>
    typeof plugin !== 'string' && list.at(plugin)?.name === plugin.name;
  return [...listed.filter(isBest), ...listed.filter((one) => !isBest(one))];
}

class PluginList {
  private readonly byFolder: Map<string, CataloguePlugin>;
  private readonly byName: Map<string, CataloguePlugin>;
  private readonly others: CataloguePlugin[] = [];

  constructor(plugins: readonly CataloguePlugin[]) {
    this.byFolder = new Map(plugins.map((plugin) => [plugin.folder, plugin] as const));
    this.byName = new Map(plugins.map((plugin) => [plugin.name, plugin] as const));
  }

  /** The plugin of the folder of an entry. */
  at({ folder, elsewhere }: CataloguePlugin): CataloguePlugin | undefined {
    return elsewhere === undefined ? this.byFolder.get(folder) : undefined;
  }

  /** Adds what an entry lists. Returns why that cannot be. */
  add(plugin: CataloguePlugin): string | undefined {
    const known = this.at(plugin);
    if (known !== undefined && isItself(known)) return undefined;
    const namesake = this.byName.get(plugin.name);
    if (namesake !== undefined && namesake !== known) return `${plugin.name} is taken`;
    if (!plugin.holds) this.others.push(plugin);
    else if (known?.entry === undefined) this.replace(plugin, known);
    else this.others.push({ ...plugin, holds: false, withheld: `it is ${known.name}` });
    this.byName.set(plugin.name, plugin);
    return undefined;
  }

  all(): readonly CataloguePlugin[] {
    const listed = [...this.byFolder.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1));
    return [...listed, ...this.others];
  }

  /** The entry stands for the plugin that its folder is. */
  private replace(plugin: CataloguePlugin, known: CataloguePlugin | undefined): void {
    if (known !== undefined) this.byName.delete(known.name);
    this.byFolder.set(plugin.folder, {
      ...plugin,
      description: plugin.description || (known?.description ?? ''),
      withheld: known?.withheld ?? plugin.withheld,
    });
  }
}

/** A plugin that is installed by its own address, whatever a marketplace says of it. */
const isItself = ({ folder, manifest, entry }: CataloguePlugin): boolean =>
  entry === undefined && (folder === '' || MANIFESTS.includes(manifest));

/** A text says why the entry cannot be installed. */
function pluginOf(entry: MarketplaceEntry, location: Location): CataloguePlugin | string {
  const { where, name, description } = entry;
  if (where.kind === 'unsupported') return where.why;
  const elsewhere = where.kind === 'source' ? where.text : undefined;
  const folder =
    where.kind === 'folder' && where.path !== location.root
      ? (pathBelow(location.root, where.path) ?? '')
      : '';
  try {
    entryOf(location.direct, name);
  } catch (error) {
    if (!isSvcError(error)) throw error;
    return error.message;
  }
  return {
    folder,
    manifest: '',
    own: false,
    name: nameOfNested(location.whole, name),
    description,
    source: location.direct,
    entry: name,
    elsewhere,
    holds: elsewhere === undefined && folder !== '',
    withheld: withheldOf({ folder, elsewhere }),
  };
}

function withheldOf({
  folder,
  elsewhere,
}: Pick<CataloguePlugin, 'folder' | 'elsewhere'>): string | undefined {
  if (elsewhere !== undefined) return `it is elsewhere, in ${elsewhere}`;
  return folder === '' ? 'it only groups what is in this source' : withheldBy(folder);
}
