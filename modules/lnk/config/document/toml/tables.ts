import type { DocumentNode, Member } from '../node.js';

/** How a table came to be, which decides what may be added to it. */
type Origin =
  /** By a header of a table below it: may still get a header of its own. */
  | 'implied'
  /** By its own header. */
  | 'header'
  /** By dotted keys. */
  | 'dotted';

type Entry = Table | Tables | DocumentNode;

/** An array of tables. */
class Tables {
  readonly items: Table[] = [];

  constructor(readonly from: number) {}

  node(): DocumentNode {
    const items = this.items.map((table) => table.node());
    return { kind: 'list', items, from: this.from, to: items.at(-1)?.to ?? this.from };
  }
}

export interface Key {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** A table while it grows: its parts may be anywhere in the file. */
export class Table {
  readonly #members = new Map<string, { readonly key: Key; entry: Entry }>();

  constructor(
    readonly from: number,
    public to: number,
    private origin: Origin,
  ) {}

  /** The table of a header, made unless it is there; the key that stands in the way. */
  header(keys: readonly Key[], { list, to }: { readonly list: boolean; to: number }): Table | Key {
    const parent = this.#parent(keys.slice(0, -1), 'implied');
    const last = keys.at(-1);
    if (!(parent instanceof Table) || last === undefined) return parent;
    const entry = parent.#members.get(last.name)?.entry;
    if (list) return parent.#another(last, to);
    if (entry === undefined) return parent.#add(last, new Table(last.from, to, 'header'));
    if (!(entry instanceof Table) || entry.origin !== 'implied') return last;
    entry.origin = 'header';
    return entry;
  }

  /** Sets a key to a value; answers the key that is there already. */
  set(keys: readonly Key[], value: DocumentNode): Key | undefined {
    const parent = this.#parent(keys.slice(0, -1), 'dotted');
    if (!(parent instanceof Table)) return parent;
    const last = keys.at(-1);
    if (last === undefined || parent.#members.has(last.name)) return last;
    parent.#members.set(last.name, { key: last, entry: value });
    return undefined;
  }

  node(): DocumentNode {
    const members = [...this.#members].map(([name, { key, entry }]): Member => {
      const value = entry instanceof Table || entry instanceof Tables ? entry.node() : entry;
      return { key: name, from: key.from, value };
    });
    return { kind: 'object', members, from: this.from, to: this.#end(members) };
  }

  #end(members: readonly Member[]): number {
    return members.reduce((end, { value }) => Math.max(end, value.to), this.to);
  }

  #another(key: Key, to: number): Table | Key {
    const entry = this.#members.get(key.name)?.entry;
    const tables = entry ?? new Tables(key.from);
    if (!(tables instanceof Tables)) return key;
    if (entry === undefined) this.#members.set(key.name, { key, entry: tables });
    const table = new Table(key.from, to, 'header');
    tables.items.push(table);
    return table;
  }

  #parent(keys: readonly Key[], origin: Origin): Table | Key {
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- the walk begins here
    let table: Table = this;
    for (const key of keys) {
      const entry = table.#members.get(key.name)?.entry;
      const next = table.#below(key, { entry, origin });
      if (!(next instanceof Table)) return key;
      table = next;
    }
    return table;
  }

  #below(
    key: Key,
    { entry, origin }: { readonly entry: Entry | undefined; readonly origin: Origin },
  ): Table | undefined {
    if (entry === undefined) return this.#add(key, new Table(key.from, key.to, origin));
    if (entry instanceof Tables) return origin === 'implied' ? entry.items.at(-1) : undefined;
    if (!(entry instanceof Table)) return undefined;
    // dotted keys do not add to tables that have a header of their own
    return origin === 'implied' || entry.origin !== 'header' ? entry : undefined;
  }

  #add(key: Key, table: Table): Table {
    this.#members.set(key.name, { key, entry: table });
    return table;
  }
}
