import { parse, type TomlValue } from 'smol-toml';
import type { DataNode } from '../../data-node.js';
import { rootOf, type DataDocument } from './document.js';

/**
 * Reads TOML statement by statement: the parser gives no positions, and a statement that breaks the
 * syntax must not hide the others.
 */
export function parseToml(text: string): DataDocument {
  const tree = new Tree();
  const comments: { from: number; to: number }[] = [];
  let broken = false;
  let from = 0;
  while (from < text.length) {
    const statement = statementAt(text, from);
    comments.push(...statement.comments);
    if (!tree.take(text, statement)) broken = true;
    from = statement.end + 1;
  }
  return { root: rootOf([tree.root(text.length)]), comments, broken };
}

interface Statement {
  readonly from: number;
  /** Offset of the line break that ends it. */
  readonly end: number;
  /** Offset of the first `=` outside of strings. */
  readonly equals: number | undefined;
  readonly comments: readonly { readonly from: number; readonly to: number }[];
}

const DEEPER: Readonly<Record<string, number>> = { '[': 1, '{': 1, ']': -1, '}': -1 };

function statementAt(text: string, from: number): Statement {
  const comments = [];
  let equals: number | undefined;
  let depth = 0;
  let at = from;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === '\n' && (depth <= 0 || equals === undefined)) break;
    const next = tokenEnd(text, at);
    if (char === '#') comments.push({ from: at, to: next });
    if (char === '=') equals ??= at;
    depth += DEEPER[char] ?? 0;
    at = next;
  }
  return { from, end: at, equals, comments };
}

/** Offset after the string, comment or single character that begins here. */
function tokenEnd(text: string, from: number): number {
  const char = text[from];
  if (char === '"' || char === "'") return stringEnd(text, from);
  return char === '#' ? lineEnd(text, from) : from + 1;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

/** Offset after the string that begins here; a string that is never closed ends with its line. */
function stringEnd(text: string, from: number): number {
  const quote = text.charAt(from);
  const triple = text.startsWith(quote.repeat(3), from);
  const close = triple ? quote.repeat(3) : quote;
  const last = triple ? text.length : lineEnd(text, from);
  for (let at = from + close.length; at < last; at++) {
    if (quote === '"' && text[at] === '\\') at++;
    else if (text.startsWith(close, at)) return at + close.length;
  }
  return last;
}

/** A table while it grows: tables may be continued anywhere in the file. */
class Table {
  readonly members = new Map<
    string,
    { readonly from: number; value: Table | Table[] | DataNode }
  >();

  constructor(readonly from: number) {}

  /** The table with this key, which is made unless there is one. `another`: one more of a list. */
  below(
    key: string,
    { from, another }: { readonly from: number; readonly another: boolean },
  ): Table {
    const known = this.members.get(key)?.value;
    const next = new Table(from);
    if (Array.isArray(known)) {
      if (another) known.push(next);
      return known.at(-1) ?? next;
    }
    if (known instanceof Table) return known;
    this.members.set(key, { from, value: another ? [next] : next });
    return next;
  }

  node(to: number): DataNode {
    const entries = [...this.members].map(([key, { from, value }]) => ({
      key,
      from,
      value: Array.isArray(value)
        ? listOf(
            value.map((one) => one.node(to)),
            from,
          )
        : value instanceof Table
          ? value.node(to)
          : value,
    }));
    return { kind: 'object', entries, from: this.from, to };
  }
}

const listOf = (items: readonly DataNode[], from: number): DataNode => ({
  kind: 'array',
  items,
  from,
  to: items.at(-1)?.to ?? from,
});

class Tree {
  readonly #root = new Table(0);
  #current = this.#root;

  root(to: number): DataNode {
    return this.#root.node(to);
  }

  /** Whether the statement could be read. */
  take(text: string, statement: Statement): boolean {
    const { from, end, equals, comments } = statement;
    const code = text.slice(from, comments[0]?.from ?? end).trim();
    if (code === '') return true;
    if (equals !== undefined && !code.startsWith('['))
      return this.#set(text, { from, end, equals });
    const [, list, name] = /^\[(\[?)([^\]]*)\]/.exec(code) ?? [];
    if (name === undefined) return false;
    this.#current = tableAt(this.#root, keysOf(name), { from, another: list === '[' });
    return true;
  }

  #set(text: string, { from, equals, end }: Assignment): boolean {
    const raw = text.slice(equals + 1, end);
    const value = valueOf(raw);
    const keys = keysOf(text.slice(from, equals));
    const key = keys.at(-1);
    if (value === undefined || key === undefined) return false;
    const table = tableAt(this.#current, keys.slice(0, -1), { from, another: false });
    const start = equals + 1 + (raw.length - raw.trimStart().length);
    const located = new Located(text, { from: start, to: end });
    table.members.set(key, { from, value: located.node(value) });
    return true;
  }
}

type Assignment = Pick<Statement, 'from' | 'end'> & { readonly equals: number };

/** Keys of one header, at most: nobody nests tables so deep. */
const DEEPEST = 100;

function tableAt(
  below: Table,
  keys: readonly string[],
  { from, another }: { readonly from: number; readonly another: boolean },
): Table {
  let table = below;
  for (const [index, key] of keys.slice(0, DEEPEST).entries())
    table = table.below(key, { from, another: another && index === keys.length - 1 });
  return table;
}

function valueOf(raw: string): TomlValue | undefined {
  try {
    return parse(`value = ${raw}`)['value'];
  } catch {
    return undefined;
  }
}

const KEY = /"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s."']+)/g;
const keysOf = (written: string): readonly string[] =>
  [...written.matchAll(KEY)].map(([, double, single, bare]) => double ?? single ?? bare ?? '');

/** Gives the strings of one value their positions, which come one after the other in the text. */
class Located {
  readonly #text: string;
  readonly #to: number;
  #at: number;

  constructor(text: string, { from, to }: { readonly from: number; readonly to: number }) {
    this.#text = text;
    this.#at = from;
    this.#to = to;
  }

  node(value: TomlValue): DataNode {
    const from = this.#at;
    if (Array.isArray(value)) {
      const items = value.map((item) => this.node(item));
      return { kind: 'array', items, from, to: this.#to };
    }
    if (typeof value === 'object' && !(value instanceof Date)) {
      const entries = Object.entries(value).map(([key, one]) => {
        const start = this.#at;
        return { key, from: start, value: this.node(one) };
      });
      return { kind: 'object', entries, from, to: this.#to };
    }
    if (typeof value === 'string') return this.#string(value);
    return {
      kind: 'scalar',
      text: value instanceof Date ? value.toISOString() : String(value),
      from,
      to: this.#to,
    };
  }

  #string(value: string): DataNode {
    const stop = value.search(/["\\\n]/);
    const first = stop === -1 ? value : value.slice(0, stop);
    let from = this.#at;
    let to = this.#to;
    // keys in quotation marks stand between the values
    for (let at = this.#quote(from); at < this.#to; at = this.#quote(to)) {
      [from, to] = [at, stringEnd(this.#text, at)];
      if (this.#text.slice(from, to).includes(first)) break;
    }
    this.#at = to;
    return { kind: 'string', text: value, from, to };
  }

  #quote(from: number): number {
    for (let at = from; at < this.#to; at++)
      if (this.#text[at] === '"' || this.#text[at] === "'") return at;
    return this.#to;
  }
}
