import { jsonErrorPosition } from '../../../../../toolbox/json-error.js';
import { parsedJson } from '../../../../../toolbox/parsed-json.js';
import { fieldsOf, isRecord, listOf, type Fields } from '../../../../../toolbox/type-guards.js';
import type { LeftOut } from '../../../../registry/contract/plugin-format.js';
import { joinPath, type TreeFolder } from '../collection/source-tree.js';
import { EntryFolders } from './entry-folders.js';
import { locationOf, type EntryLocation } from './entry-location.js';

/** The files that list plugins, the one that says most first. */
export const MARKETPLACES = [
  '.claude-plugin/marketplace.json',
  '.agents/plugins/marketplace.json',
  '.cursor-plugin/marketplace.json',
  '.plugin/marketplace.json',
  '.github/plugin/marketplace.json',
];

/** A plugin that a marketplace lists. */
export interface MarketplaceEntry {
  /** As the author wrote it; unique in its marketplace. */
  readonly name: string;
  /** One line; empty where its author wrote none. */
  readonly description: string;
  readonly where: EntryLocation;
  /** The entry as it stands in the file, for `readVendorFiles`. */
  readonly fields: Fields;
}

export interface Marketplace {
  /** As its author calls it; empty where it has no name. */
  readonly name: string;
  /** In the order of the files. */
  readonly entries: readonly MarketplaceEntry[];
  /** Names that entries had before, with those that they have now. */
  readonly renames: ReadonlyMap<string, string>;
  /** Entries and files that cannot be read, with their reasons. */
  readonly skipped: readonly LeftOut[];
}

const MAX_BYTES = 10 * 1024 * 1024;
const MAX_ENTRIES = 5_000;
const MAX_DEPTH = 32;
/** Of one entry as JSON: the lock keeps it. */
const MAX_ENTRY = 64 * 1024;
const MAX_NAME = 100;
const MAX_DESCRIPTION = 1_024;

/**
 * The marketplace of a folder; `undefined` if it has none. Of an entry that several files list, the first that svc can install counts. What is
 * wrong is skipped and named; the other entries stay.
 */
export async function readMarketplace({
  tree,
  root,
}: TreeFolder): Promise<Marketplace | undefined> {
  const files = MARKETPLACES.filter(
    (file) => tree.entries.get(joinPath(root, file))?.kind === 'file',
  );
  if (files.length === 0) return undefined;
  const read = await tree.read(files.map((file) => joinPath(root, file)));
  const contents = new Map(read.map(({ path, content }) => [path, content] as const));
  const folders = new EntryFolders({ tree, root });
  const list = new EntryList();
  for (const file of files)
    addFile(list, { file, content: contents.get(joinPath(root, file)) }, folders);
  return list;
}

/** The entry that has this name, or had it before; `undefined` without. */
export function entryNamed(
  { entries, renames }: Marketplace,
  wanted: string,
): MarketplaceEntry | undefined {
  const named = (text: string | undefined) => entries.find(({ name }) => name === text);
  return named(wanted) ?? named(renames.get(wanted));
}

class EntryList implements Marketplace {
  name = '';
  readonly skipped: LeftOut[] = [];
  readonly renames = new Map<string, string>();
  private readonly byName = new Map<string, MarketplaceEntry>();

  get entries(): readonly MarketplaceEntry[] {
    return [...this.byName.values()];
  }

  get size(): number {
    return this.byName.size;
  }

  skip(what: string, why: string): void {
    this.skipped.push({ what, why });
  }

  add(entry: MarketplaceEntry): void {
    const known = this.byName.get(entry.name);
    if (known === undefined || known.where.kind === 'unsupported')
      this.byName.set(entry.name, entry);
  }
}

interface MarketplaceFile {
  readonly file: string;
  readonly content: Uint8Array | undefined;
}

function addFile(list: EntryList, { file, content }: MarketplaceFile, folders: EntryFolders): void {
  const value = manifestIn(content);
  if (typeof value === 'string') {
    list.skip(file, value);
    return;
  }
  const { name, plugins, metadata, renames } = value;
  if (list.name === '' && typeof name === 'string') list.name = oneLine(name, MAX_NAME);
  if (!Array.isArray(plugins)) list.skip(file, 'it has no list of "plugins"');
  addRenames(list, renames);
  const base = fieldsOf(metadata)['pluginRoot'];
  const names = new Set<string>();
  for (const [index, fields] of listOf(plugins).entries()) {
    const at = `${file}: plugins[${index}]`;
    if (list.size >= MAX_ENTRIES) {
      list.skip(at, `it and those after it are beyond ${MAX_ENTRIES} entries`);
      return;
    }
    const problem = entryProblem(fields, names);
    if (problem !== undefined) list.skip(at, problem);
    else list.add(entryOf(fields as Fields & { name: string }, folders, base));
  }
}

function addRenames({ renames }: EntryList, declared: unknown): void {
  for (const [before, now] of Object.entries(fieldsOf(declared)))
    if (typeof now === 'string' && !renames.has(before)) renames.set(before, now);
}

/** The fields of a manifest, or why it cannot be read. */
function manifestIn(content: Uint8Array | undefined): Fields | string {
  if (content === undefined) return 'it cannot be read';
  if (content.length > MAX_BYTES)
    return `it has ${content.length} bytes; at most ${MAX_BYTES} are read`;
  const text = Buffer.from(content)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
  const value = parsedJson(text);
  if (isRecord(value)) return value;
  const at = value === undefined ? jsonErrorPosition(text) : undefined;
  return at === undefined
    ? 'it is not an object in braces'
    : `it is not JSON: line ${at.line}, column ${at.column}`;
}

function entryProblem(fields: unknown, names: Set<string>): string | undefined {
  if (!isRecord(fields)) return 'an entry must be an object in braces';
  const { name } = fields;
  if (typeof name !== 'string' || !/[\p{L}\p{N}]/u.test(name)) return 'it has no "name"';
  if (name.length > MAX_NAME) return `its "name" is longer than ${MAX_NAME} characters`;
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name)) return 'its "name" holds invisible characters';
  if (isDeeperThan(fields, MAX_DEPTH)) return `it is nested deeper than ${MAX_DEPTH} levels`;
  if (JSON.stringify(fields).length > MAX_ENTRY) return `it has more than ${MAX_ENTRY} characters`;
  if (names.has(name)) return `"${name}" is listed twice; the first counts`;
  names.add(name);
  return undefined;
}

function entryOf(
  fields: Fields & { name: string },
  folders: EntryFolders,
  base: unknown,
): MarketplaceEntry {
  const { name, description } = fields;
  return {
    name,
    description: typeof description === 'string' ? oneLine(description, MAX_DESCRIPTION) : '',
    where: locationOf(fields['source'], folders.below(base)),
    fields,
  };
}

/** Without recursion: what is checked may be nested however deep. */
function isDeeperThan(value: unknown, most: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most) return true;
    level = level.flatMap((one) => Object.values(fieldsOf(one)));
  }
  return false;
}

function oneLine(text: string, most: number): string {
  return text
    .slice(0, most)
    .replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
}
