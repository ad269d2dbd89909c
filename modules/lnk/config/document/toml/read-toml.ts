import { ParseError, parseTOML, type AST } from 'toml-eslint-parser';
import type { Mistake, Path } from '../../problem.js';
import { DEEPEST, duplicateKey, MOST_MISTAKES, tooDeep, type ReadDocument } from '../document.js';
import { statementsOf, type Statement } from './statements.js';
import { Table, type Key } from './tables.js';
import { explainToml, startOf } from './toml-errors.js';
import { keysOf, pathOf, valueOf } from './toml-values.js';

/**
 * Reads TOML 1.0 statement by statement, since the parser ends at the first mistake. Everything within a statement is the parser's;
 * what statements mean for each other is decided here.
 */
export function readToml(text: string): ReadDocument {
  const reader = new TomlReader(text);
  for (const statement of statementsOf(text)) if (!reader.take(statement)) break;
  return reader.document();
}

class TomlReader {
  readonly #mistakes: Mistake[] = [];
  readonly #root: Table;
  /** The table that key-value pairs go into; `undefined` behind a header that is broken. */
  #current: Table | undefined;
  #path: Path = [];
  #usable = true;

  constructor(private readonly text: string) {
    this.#root = new Table(0, text.length, 'header');
    this.#current = this.#root;
  }

  document(): ReadDocument {
    return { root: this.#root.node(), mistakes: this.#mistakes, usable: this.#usable };
  }

  /** False when nothing behind the statement can be read. */
  take({ from, to, depth }: Statement): boolean {
    if (depth > DEEPEST) return this.#tooDeep(from);
    if (this.#mistakes.length >= MOST_MISTAKES) return false;
    const source = this.text.slice(from, to);
    // one, unless line breaks are those of old systems
    return this.#parsed(source, from).every((part) =>
      part.type === 'TOMLTable' ? this.#header(part, from) : this.#pair(part, from),
    );
  }

  #parsed(source: string, from: number): readonly (AST.TOMLTable | AST.TOMLKeyValue)[] {
    try {
      return parseTOML(source, { tomlVersion: '1.0' }).body[0].body;
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      const at = from + Math.min(startOf(error, source), source.trimEnd().length);
      this.#mistakes.push({ path: this.#pathOf(source), at, ...explainToml(error, source) });
      this.#usable = false;
      if (source.trimStart().startsWith('[')) this.#current = undefined;
      return [];
    }
  }

  /** The path of a statement that cannot be parsed, as far as its key can be told. */
  #pathOf(source: string): Path {
    const [, keys] = /^\s*([\w-]+(?:\.[\w-]+)*)[ \t]*[=:]/.exec(source) ?? [];
    return keys === undefined ? this.#path : [...this.#path, ...keys.split('.')];
  }

  #header(table: AST.TOMLTable, shift: number): boolean {
    const keys = keysOf(table.key, shift);
    this.#path = pathOf(keys);
    if (keys.length > DEEPEST) return this.#tooDeep(shift);
    const list = table.kind === 'array';
    const found = this.#root.header(keys, { list, to: shift + table.range[1] });
    if (found instanceof Table) this.#current = found;
    else this.#taken(keys, found);
    return table.body.every((pair) => this.#pair(pair, shift));
  }

  #taken(keys: readonly Key[], key: Key): void {
    // what is below it counts for itself only: of a repeated key, the first is kept
    this.#current = new Table(key.from, key.to, 'header');
    this.#mistakes.push(duplicateKey(pathOf(keys.slice(0, keys.indexOf(key) + 1)), key.from));
  }

  #pair(pair: AST.TOMLKeyValue, shift: number): boolean {
    const keys = keysOf(pair.key, shift);
    const path = [...this.#path, ...pathOf(keys)];
    if (path.length > DEEPEST) return this.#tooDeep(shift);
    const value = valueOf(pair.value, { path, shift, mistakes: this.#mistakes });
    if (value === undefined) return this.#tooDeep(shift);
    const found = this.#current?.set(keys, value);
    if (found === undefined) return true;
    const upTo = [...this.#path, ...pathOf(keys.slice(0, keys.indexOf(found) + 1))];
    this.#mistakes.push(duplicateKey(upTo, found.from));
    return true;
  }

  #tooDeep(at: number): boolean {
    this.#mistakes.push(tooDeep(this.#path, at));
    this.#usable = false;
    return false;
  }
}
