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
  const bad: BadPart[] = marketplace.skipped.map(({ what, why }) => ({ folder: what, why }));
  const list = new Listed(found.plugins);
  for (const entry of marketplace.entries) {
    const plugin = pluginOf(entry, location);
    const why = typeof plugin === 'string' ? plugin : list.add(plugin);
    if (why !== undefined) bad.push({ folder: `"${entry.name}" of the marketplace`, why });
  }
  return { plugins: list.all(), bad: [...found.bad, ...bad] };
}

class Listed {
  private readonly byFolder: Map<string, CataloguePlugin>;
  private readonly names: Set<string>;
  private readonly others: CataloguePlugin[] = [];

  constructor(found: readonly CataloguePlugin[]) {
    this.byFolder = new Map(found.map((plugin) => [plugin.folder, plugin] as const));
    this.names = new Set(found.map(({ name }) => name));
  }

  /** A text says why it cannot be listed. */
  add(plugin: CataloguePlugin): string | undefined {
    const { folder, name, elsewhere } = plugin;
    const known = elsewhere === undefined ? this.byFolder.get(folder) : undefined;
    if (known !== undefined && isItself(known)) return undefined;
    // most entries are called as the manifest of their folder is
    if (known?.name !== name && this.names.has(name)) return `${name} is taken`;
    this.names.add(name);
    if (plugin.holds && known?.entry === undefined)
      this.byFolder.set(folder, completed(plugin, known));
    else this.others.push(plugin);
    return undefined;
  }

  all(): readonly CataloguePlugin[] {
    const inFolders = [...this.byFolder.values()];
    return [...inFolders.sort((a, b) => (a.folder < b.folder ? -1 : 1)), ...this.others];
  }
}

const completed = (plugin: CataloguePlugin, known: CataloguePlugin | undefined): CataloguePlugin =>
  plugin.description === '' && known !== undefined
    ? { ...plugin, description: known.description }
    : plugin;

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
