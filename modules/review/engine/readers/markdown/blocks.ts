/** Markdown as a row of blocks: one pass over the lines, containers after CommonMark as far as agents notice. */
import { htmlStart } from './html-blocks.js';

/** Where a block stands: in a list item, in a quotation, or neither. */
export type Container = 'none' | 'item' | 'quote';

export type Block =
  | {
      readonly kind: 'heading';
      readonly level: number;
      readonly text: string;
      readonly row: number;
    }
  | {
      readonly kind: 'paragraph';
      readonly lines: readonly string[];
      readonly row: number;
      readonly container: Container;
    }
  | {
      readonly kind: 'fence';
      readonly info: string;
      readonly lines: readonly string[];
      /** Row of the first line of the contents. */
      readonly row: number;
      readonly closed: boolean;
    }
  | { readonly kind: 'html'; readonly lines: readonly string[]; readonly row: number };

interface Quote {
  readonly kind: 'quote';
}
interface Item {
  readonly kind: 'item';
  /** Columns that its contents are indented by. */
  readonly indent: number;
}
type Leaf =
  | { readonly kind: 'paragraph'; readonly lines: string[]; row: number; container: Container }
  | {
      readonly kind: 'fence';
      readonly lines: string[];
      readonly row: number;
      readonly info: string;
      readonly mark: string;
      readonly indent: number;
    }
  | { readonly kind: 'code'; readonly lines: string[]; readonly row: number }
  | { readonly kind: 'html'; readonly lines: string[]; readonly row: number; readonly end: RegExp };

/** Deeper marks are text: nobody nests so deep, and each level costs time on each line. */
const DEEPEST = 24;

const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( {0,3})([-+*]|\d{1,9}[.)])( {1,4}(?! )| (?= )|$)/;
const FENCE = /^( {0,3})(`{3,}|~{3,})\s*([^\n]*)$/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*)|$)/;
const SETEXT = /^ {0,3}(=+|-+)\s*$/;

/** Reads lines one after the other and collects finished blocks. */
export class BlockParser {
  readonly blocks: Block[] = [];
  #containers: (Quote | Item)[] = [];
  #leaf: Leaf | undefined;
  readonly #fences: boolean;

  /** Without `fences` their marks are text: for what stands after a fence that nobody closed. */
  constructor({ fences }: { readonly fences: boolean }) {
    this.#fences = fences;
  }

  line(text: string, row: number): void {
    const { rest, matched } = this.#inContainers(expanded(text));
    if (this.#continues(rest, matched)) return;
    const { inner, opened } = this.#open(rest, matched);
    if (!opened && matched < this.#containers.length) {
      if (this.#isLazy(inner)) {
        this.#leaf?.lines.push(inner);
        return;
      }
      this.#close();
      this.#containers.length = matched;
    }
    if (inner.trim() === '') this.#blank(inner);
    else if (!this.#startsBlock(inner, row)) this.#text(inner, row);
  }

  end(): void {
    this.#close();
  }

  /** Takes off the marks of the containers that are open. */
  #inContainers(text: string): { rest: string; matched: number } {
    let rest = text;
    let matched = 0;
    for (const container of this.#containers) {
      if (container.kind === 'quote') {
        const mark = QUOTE.exec(rest);
        if (mark === null) break;
        rest = rest.slice(mark[0].length);
      } else if (indentOf(rest) >= container.indent) rest = rest.slice(container.indent);
      else if (rest.trim() !== '') break;
      matched++;
    }
    return { rest, matched };
  }

  /** Whether the line belongs to the open fence or HTML. A fence in a list goes on where its lines are not indented: many write it so. */
  #continues(rest: string, matched: number): boolean {
    const leaf = this.#leaf;
    if (leaf?.kind !== 'fence' && leaf?.kind !== 'html') return false;
    if (this.#containers.slice(matched).some(({ kind }) => kind === 'quote')) return false;
    if (leaf.kind === 'fence') {
      if (closes(rest, leaf.mark)) this.#close(true);
      else leaf.lines.push(rest.slice(Math.min(leaf.indent, indentOf(rest))));
      return true;
    }
    if (matched < this.#containers.length) return false;
    leaf.lines.push(rest);
    if (leaf.end.test(rest)) this.#close();
    return true;
  }

  /** Whether the line goes on with a paragraph although it lacks the marks of its container. */
  #isLazy(inner: string): boolean {
    return this.#leaf?.kind === 'paragraph' && inner.trim() !== '' && !this.#isBlockStart(inner);
  }

  /** Opens quotations and list items. */
  #open(text: string, matched: number): { inner: string; opened: boolean } {
    let inner = text;
    let depth = matched;
    while (depth < DEEPEST) {
      const found = containerAt(inner, this.#leaf?.kind === 'paragraph');
      if (found === undefined) break;
      this.#close();
      this.#containers.length = depth;
      this.#containers.push(found.container);
      inner = inner.slice(found.length);
      depth++;
    }
    return { inner, opened: depth > matched };
  }

  #blank(inner: string): void {
    if (this.#leaf?.kind === 'code') this.#leaf.lines.push(inner.slice(4));
    else this.#close();
  }

  #isBlockStart(inner: string): boolean {
    return (
      HEADING.test(inner) ||
      (this.#fences && fenceAt(inner) !== undefined) ||
      htmlStart(inner) !== undefined ||
      isBreak(inner)
    );
  }

  /** Headings, thematic breaks, fences and HTML: they also end a paragraph. */
  #startsBlock(inner: string, row: number): boolean {
    const leaf = this.#leaf;
    if (leaf?.kind === 'paragraph' && SETEXT.test(inner)) {
      this.#leaf = undefined;
      const level = inner.trim().startsWith('=') ? 1 : 2;
      this.blocks.push({ kind: 'heading', level, text: leaf.lines.join(' '), row: leaf.row });
      return true;
    }
    if (!this.#isBlockStart(inner)) return false;
    this.#close();
    this.#startBlock(inner, row);
    return true;
  }

  #startBlock(inner: string, row: number): void {
    const [, marks, title = ''] = HEADING.exec(inner) ?? [];
    const fence = this.#fences ? fenceAt(inner) : undefined;
    const end = htmlStart(inner);
    if (marks !== undefined) {
      const text = title.replace(/[ \t]#+[ \t]*$/, '');
      this.blocks.push({ kind: 'heading', level: marks.length, text, row });
    } else if (fence !== undefined)
      this.#leaf = { kind: 'fence', lines: [], row: row + 1, ...fence };
    else if (end !== undefined) {
      this.#leaf = { kind: 'html', lines: [inner], row, end };
      if (end.test(inner)) this.#close();
    }
  }

  #text(inner: string, row: number): void {
    const leaf = this.#leaf;
    if (leaf?.kind === 'paragraph') leaf.lines.push(inner);
    else if (indentOf(inner) < 4) {
      this.#close();
      this.#leaf = { kind: 'paragraph', lines: [inner], row, container: this.#container() };
    } else if (leaf?.kind === 'code') leaf.lines.push(inner.slice(4));
    else this.#leaf = { kind: 'code', lines: [inner.slice(4)], row };
  }

  #container(): Container {
    if (this.#containers.some(({ kind }) => kind === 'quote')) return 'quote';
    return this.#containers.length > 0 ? 'item' : 'none';
  }

  #close(closed = false): void {
    const leaf = this.#leaf;
    this.#leaf = undefined;
    if (leaf === undefined) return;
    const { lines, row } = leaf;
    if (leaf.kind === 'paragraph') this.blocks.push(leaf);
    else if (leaf.kind === 'fence')
      this.blocks.push({ kind: 'fence', info: leaf.info, lines, row, closed });
    else if (leaf.kind === 'code')
      this.blocks.push({ kind: 'fence', info: '', lines, row, closed: true });
    else this.blocks.push({ kind: 'html', lines, row });
  }
}

const indentOf = (text: string): number => {
  let at = 0;
  while (text.charCodeAt(at) === 32) at++;
  return at;
};

/** A thematic break: three or more of one mark and nothing else. */
function isBreak(text: string): boolean {
  const start = indentOf(text);
  const mark = text.charAt(start);
  if (start > 3 || !(mark === '-' || mark === '*' || mark === '_')) return false;
  let marks = 0;
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === mark) marks++;
    else if (character !== ' ' && character !== '\t') return false;
  }
  return marks >= 3;
}

/** Leading tabs as four blanks each. */
const expanded = (text: string): string =>
  text.startsWith('\t') || text.startsWith(' ')
    ? text.replace(/^[ \t]+/, (blanks) => blanks.replaceAll('\t', '    '))
    : text;

function fenceAt(text: string): { info: string; mark: string; indent: number } | undefined {
  const found = FENCE.exec(text);
  if (found === null) return undefined;
  const [, blanks, mark, info] = found as unknown as [string, string, string, string];
  if (mark.startsWith('`') && info.includes('`')) return undefined;
  return { info: info.trim(), mark, indent: blanks.length };
}

function closes(text: string, mark: string): boolean {
  const line = text.trim();
  return line.length >= mark.length && line === mark.charAt(0).repeat(line.length);
}

function containerAt(
  text: string,
  inParagraph: boolean,
): { container: Quote | Item; length: number } | undefined {
  const quote = QUOTE.exec(text);
  if (quote !== null) return { container: { kind: 'quote' }, length: quote[0].length };
  const item = ITEM.exec(text);
  if (item === null || isBreak(text)) return undefined;
  const [whole, , mark] = item as unknown as [string, string, string];
  const empty = text.length === whole.length;
  if (inParagraph && (empty || !/^([-+*]|1[.)])$/.test(mark))) return undefined;
  return {
    container: { kind: 'item', indent: whole.length + (empty ? 1 : 0) },
    length: whole.length,
  };
}
