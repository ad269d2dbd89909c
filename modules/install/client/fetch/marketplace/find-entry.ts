import {
  entryUnknown,
  entryUnsupported,
  marketplaceMissing,
} from '../../../contract/package-errors.js';
import { nestedSource } from '../../resolve/nested-source.js';
import type { GitSource } from '../../resolve/git-source.js';
import { isLoopback, packageLocation } from '../../resolve/package-source.js';
import { remoteSource, type RemoteSource } from '../../resolve/remote-source.js';
import { pinned, type FolderSource, type KnownEntry } from '../../resolve/source.js';
import { pathBelow, type TreeFolder } from '../collection/source-tree.js';
import { entryNamed, readMarketplace, type MarketplaceEntry } from './marketplace.js';

/** The folder of a marketplace, as it was read. */
export interface MarketplaceLocation extends TreeFolder {
  readonly direct: FolderSource | GitSource;
  /** Names it in errors. */
  readonly source: string;
  readonly commit?: string | undefined;
  readonly ref?: string | undefined;
}

const FULL_HASH = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
/** Fields that only list an entry: they change nothing of its plugin. */
const LISTING: ReadonlySet<string> = new Set(['source', 'category', 'tags', 'policy', 'interface']);

/**
 * Where the entry of a marketplace is now. What is in the marketplace's own repository is of the commit that was read. Throws
 * `marketplace_missing`, `entry_unknown` and `entry_unsupported`.
 */
export async function findEntry(
  location: MarketplaceLocation,
  plugin: string,
): Promise<KnownEntry> {
  const { source } = location;
  const marketplace = await readMarketplace(location);
  if (marketplace === undefined) throw marketplaceMissing({ source });
  const found = entryNamed(marketplace, plugin);
  if (found === undefined) {
    const known = marketplace.entries.map(({ name }) => name);
    throw entryUnknown({ source, plugin, known });
  }
  const from = sourceOf(found, location);
  if ('why' in from) throw entryUnsupported({ source, plugin, why: from.why });
  return { from, entry: fieldsOfEntry(found) };
}

function sourceOf(
  { where }: MarketplaceEntry,
  location: MarketplaceLocation,
): KnownEntry['from'] | { readonly why: string } {
  if (where.kind === 'unsupported') return where;
  if (where.kind === 'folder') {
    const folder = pathBelow(location.root, where.path) ?? '';
    return pinned(nestedSource(location, where.path === location.root ? '' : folder), location);
  }
  const from = remoteSource(where.text);
  if (from === undefined) return { why: 'its source is no address' };
  const why = reachProblem(from, location.direct);
  return why === undefined ? pinnedByHash(from) : { why };
}

/** A full hash is a commit, also where a branch has such a name. */
export function pinnedByHash<S extends RemoteSource>(source: S): S {
  const { ref } = source.kind === 'git' ? source : {};
  return ref !== undefined && FULL_HASH.test(ref) ? pinned(source, { commit: ref, ref }) : source;
}

/** A marketplace must not make this machine ask itself, or ask anybody without encryption, unless it came in that way. */
function reachProblem(
  from: RemoteSource,
  marketplace: FolderSource | GitSource,
): string | undefined {
  if (marketplace.kind === 'file') return undefined;
  const host = from.kind === 'git' ? from.host : packageLocation(from).host;
  if (isOwn(host) && !isOwn(marketplace.host))
    return 'its source is on this machine, and the marketplace is not';
  const isPlain = from.kind === 'git' && from.url.startsWith('http:');
  return isPlain && !marketplace.url.startsWith('http:')
    ? 'its source is fetched without encryption (http)'
    : undefined;
}

const isOwn = (host: string): boolean => isLoopback({ hostname: host.replace(/:\d+$/, '') });

function fieldsOfEntry({ fields }: MarketplaceEntry): KnownEntry['entry'] {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !LISTING.has(key)));
}
