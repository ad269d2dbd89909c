import { createScanner, type SyntaxKind } from 'jsonc-parser';
import type { DataEntry, DataNode } from '../../data-node.js';
import { rootOf, type DataDocument } from './document.js';

// `SyntaxKind` is a `const enum`, which single files cannot be compiled with
const OPEN_BRACE = 1;
const CLOSE_BRACE = 2;
const OPEN_BRACKET = 3;
const CLOSE_BRACKET = 4;
const COMMA = 5;
const COLON = 6;
const STRING = 10;
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const LINE_BREAK = 14;
const BLANK = 15;
const UNKNOWN = 16;
const END = 17;

/** Levels: each takes some hundred bytes, and people write ten. */
const DEEPEST = 5000;

/** Reads JSON with comments, trailing commas and several documents in a row. Without recursion, since texts may be nested without end. */
export function parseJson(text: string): DataDocument {
  const scanner = createScanner(text.replace(/^\u{feff}/u, ' '));
  const tree = new Tree();
  for (let kind = scanner.scan(); (kind as number) !== END; kind = scanner.scan()) {
    tree.take({
      kind,
      text: scanner.getTokenValue(),
      from: scanner.getTokenOffset(),
      to: scanner.getPosition(),
    });
    if (tree.depth > DEEPEST)
      return { ...tree.document(text.length), unread: 'it is nested too deeply' };
  }
  return tree.document(text.length);
}

const WITHOUT_MEANING = new Set([COLON, LINE_BREAK, BLANK]);

interface Token {
  readonly kind: SyntaxKind;
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

interface Open {
  readonly from: number;
  readonly entries: DataEntry[] | undefined;
  readonly items: DataNode[];
  key: { readonly text: string; readonly from: number } | undefined;
}

class Tree {
  readonly #roots: DataNode[] = [];
  readonly #open: Open[] = [];
  readonly #comments: { from: number; to: number }[] = [];
  #broken = false;

  take(token: Token): void {
    switch (token.kind as number) {
      case OPEN_BRACE:
        this.#open.push({ from: token.from, entries: [], items: [], key: undefined });
        break;
      case OPEN_BRACKET:
        this.#open.push({ from: token.from, entries: undefined, items: [], key: undefined });
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        this.#close(token.to);
        break;
      case COMMA:
        this.#forgetKey();
        break;
      default:
        this.#other(token);
    }
  }

  get depth(): number {
    return this.#open.length;
  }

  document(end: number): DataDocument {
    if (this.#open.length > 0) this.#broken = true;
    while (this.#open.length > 0) this.#close(end);
    return { root: rootOf(this.#roots), comments: this.#comments, broken: this.#broken };
  }

  #other(token: Token): void {
    const kind: number = token.kind;
    if (kind === LINE_COMMENT || kind === BLOCK_COMMENT) this.#comments.push(token);
    else if (!WITHOUT_MEANING.has(kind)) this.#scalar(token);
  }

  #scalar({ kind, text, from, to }: Token): void {
    const top = this.#open.at(-1);
    const word = (kind as number) === STRING || (kind as number) === UNKNOWN;
    if ((kind as number) === UNKNOWN) this.#broken = true;
    if (top?.entries !== undefined && top.key === undefined) top.key = { text, from };
    else this.#add({ kind: word ? 'string' : 'scalar', text, from, to });
  }

  #forgetKey(): void {
    const top = this.#open.at(-1);
    if (top !== undefined) top.key = undefined;
  }

  #close(to: number): void {
    const closed = this.#open.pop();
    if (closed === undefined) {
      this.#broken = true;
      return;
    }
    const { from, entries, items } = closed;
    this.#add(
      entries === undefined
        ? { kind: 'array', items, from, to }
        : { kind: 'object', entries, from, to },
    );
  }

  #add(node: DataNode): void {
    const top = this.#open.at(-1);
    if (top === undefined) this.#roots.push(node);
    else if (top.entries === undefined) top.items.push(node);
    else {
      top.entries.push({ key: top.key?.text ?? '', from: top.key?.from ?? node.from, value: node });
      top.key = undefined;
    }
  }
}
