import {
  parseConfig,
  type ConfigDocument,
  type ConfigFormat,
  type ConfigPath,
} from '../config/config-document.js';
import type { ManagedFiles } from '../project/managed-files.js';
import type { Changes } from '../transaction/changes.js';

/** Where entries stand in an agent's configuration file. */
interface EntryLocation {
  readonly file: string;
  readonly format: ConfigFormat;
  /** Key of the object that holds the entries. */
  readonly key: ConfigPath;
  /** Names of the object's lists that hold the entries. */
  readonly lists?: readonly string[];
}

/** The lock records created content as `file`, if the whole file was created, or as the JSON pointer of a container or companion. */
const FILE = 'file';
const CONTENT = 'content';

/**
 * Agents' configuration files during one command. Containers that were created to hold an entry are
 * recorded, and removed with the last entry, which restores the user's original bytes.
 */
export class AgentFiles {
  private readonly made: Map<string, readonly string[]>;
  private readonly edited = new Map<string, ConfigFormat>();

  constructor(
    private readonly changes: Changes,
    made: ManagedFiles['made'],
  ) {
    this.made = new Map(made);
  }

  /**
   * Edits a file. A missing file counts as empty, and is created if the edit adds content.
   * Throws `project_file_invalid` for an invalid file, and `unsafe_path` for one outside the scope.
   */
  async edit(
    { file, format, key, lists = [] }: EntryLocation,
    change: (document: ConfigDocument) => ConfigDocument,
  ): Promise<void> {
    const text = await this.changes.read(file);
    const before = await parseConfig(format, file, text ?? '');
    const after = change(before);
    if (after.text === before.text) return;
    const made = [
      ...(text === undefined ? [FILE] : []),
      ...(before.get([]) === undefined ? [CONTENT] : []),
      // TOML tables exist only while they have content
      ...(format === 'json'
        ? newPaths(before, after, [key, ...lists.map((name) => [...key, name])])
        : []
      ).map(pointer),
    ];
    this.note(file, made);
    this.edited.set(file, format);
    await this.changes.write(file, after.text);
  }

  /** Removes created containers that are no longer needed. Returns the records for the lock. */
  async tidy(): Promise<ManagedFiles['made']> {
    for (const [file, format] of this.edited) await this.tidyFile(file, format);
    return this.made;
  }

  private async tidyFile(file: string, format: ConfigFormat): Promise<void> {
    const made = this.made.get(file) ?? [];
    const text = await this.changes.read(file);
    if (made.length === 0 || text === undefined) return;
    const keys = made.filter((what) => what.startsWith('/')).map(keyOf);
    const tidied = withoutMade(await parseConfig(format, file, text), keys, made.includes(CONTENT));
    const left = keys.filter((key) => tidied.get(key) !== undefined).map(pointer);
    if (tidied.text === '' && made.includes(FILE)) {
      this.changes.remove(file);
      this.made.delete(file);
      return;
    }
    await this.changes.write(file, tidied.text);
    const rest = made.filter(
      (what) => what === FILE || (what === CONTENT && tidied.get([]) !== undefined),
    );
    this.keep(file, [...rest, ...left]);
  }

  private note(file: string, made: readonly string[]): void {
    this.keep(file, [...new Set([...(this.made.get(file) ?? []), ...made])]);
  }

  private keep(file: string, made: readonly string[]): void {
    if (made.length === 0) this.made.delete(file);
    else this.made.set(file, made);
  }
}

/** Containers of entries and their companions that did not exist before. */
function newPaths(
  before: ConfigDocument,
  after: ConfigDocument,
  keys: readonly ConfigPath[],
): readonly ConfigPath[] {
  const holders = keys.flatMap((key) => key.map((_part, index) => key.slice(0, index + 1)));
  const known = new Set([...membersOf(before), ...keys.map(([name]) => name)]);
  const beside = membersOf(after).filter((name) => !known.has(name));
  const isNew = (path: ConfigPath): boolean =>
    before.get(path) === undefined && after.get(path) !== undefined;
  return [...holders.filter(isNew), ...beside.map((name) => [name])];
}

/** Removes containers from the inside out, and companions with the last one. */
function withoutMade(
  document: ConfigDocument,
  keys: readonly ConfigPath[],
  content: boolean,
): ConfigDocument {
  const inwards = [...keys].sort((a, b) => b.length - a.length);
  const pruned = inwards.reduce((now, key) => now.prune(key), document);
  const left = inwards.filter((key) => pruned.get(key) !== undefined);
  const beside = left.filter((key) => typeof pruned.get(key) !== 'object');
  const tidied =
    beside.length === left.length ? beside.reduce((now, key) => now.remove(key), pruned) : pruned;
  return content ? tidied.prune([]) : tidied;
}

function membersOf(document: ConfigDocument): readonly string[] {
  return Object.keys(document.get([]) ?? {});
}

/** The JSON pointer of a key. */
export function pointer(key: ConfigPath): string {
  return key.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function keyOf(text: string): ConfigPath {
  return text
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}
