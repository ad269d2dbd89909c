/** Inline Markdown and HTML as plain text: one pass, each search remembers where it ended. */
import { characterOf } from './character-references.js';
import { hidesContent, isVoid, linkOfTag, tagAt } from './html-tags.js';
import { breaksLine, isHtmlTag } from './html-blocks.js';

/** Plain text with the offsets at which the further lines of its source begin. */
export interface PlainText {
  readonly text: string;
  readonly breaks: readonly number[];
  /** Row of its first character within the source. */
  readonly row: number;
}

export interface InlineLink {
  readonly url: string;
  readonly text: string;
  readonly image: boolean;
  readonly row: number;
}

/** A span of code, with its offset in the visible text. */
export interface InlineCode {
  readonly text: string;
  readonly row: number;
  readonly offset: number;
}

export interface Inline {
  readonly visible: PlainText;
  /** Comments, and elements that no page shows. */
  readonly hidden: readonly PlainText[];
  readonly links: readonly InlineLink[];
  readonly codes: readonly InlineCode[];
}

/** A hidden element that is open across paragraphs. */
export interface OpenElements {
  hidden?: { readonly name: string; depth: number } | undefined;
}

/** Addresses of reference definitions by their labels in lower case. */
export type Definitions = ReadonlyMap<string, string>;

/** Text that grows without double blanks and notes where its lines begin. */
class Buffer {
  #parts: string[] = [];
  #length = 0;
  #blank = true;
  #row = -1;
  readonly #breaks: number[] = [];

  add(text: string, row: number): void {
    const words = text.replace(/\s+/g, ' ');
    const part = this.#blank && words.startsWith(' ') ? words.slice(1) : words;
    if (part === '') return;
    if (this.#row < 0) this.#row = row;
    this.#parts.push(part);
    this.#length += part.length;
    this.#blank = part.endsWith(' ');
  }

  newLine(row: number): void {
    this.add(' ', row);
    if (this.#row >= 0) this.#breaks.push(this.#length);
  }

  get length(): number {
    return this.#length;
  }

  get text(): PlainText {
    return {
      text: this.#parts.join('').trimEnd(),
      breaks: this.#breaks,
      row: Math.max(0, this.#row),
    };
  }
}

const SPECIAL = /[`[\]!<&\\*_~\n]|\bhttps?:\/\//g;
const BARE = /https?:\/\/[^\s<>"'`)\]]*[^\s<>"'`)\].,;:!?]/y;
const REFERENCE = /\[([^[\]]{0,999})\]/y;
const MARKUP = new Set(['*', '_', '~']);

class InlineParser {
  readonly #source: string;
  readonly #definitions: Definitions;
  readonly #open: OpenElements;
  readonly #visible = new Buffer();
  readonly #hidden: PlainText[] = [];
  #element = new Buffer();
  readonly #links: InlineLink[] = [];
  readonly #codes: InlineCode[] = [];
  readonly #brackets: { readonly offset: number; readonly image: boolean; readonly row: number }[] =
    [];
  #ticks: Map<number, number[]> | undefined;
  #nextBracket = 0;
  #noCommentEnd = false;
  #noParenthesisBefore = 0;
  #at = 0;
  #row = 0;

  constructor(source: string, definitions: Definitions, open: OpenElements) {
    this.#source = source;
    this.#definitions = definitions;
    this.#open = open;
  }

  read(): Inline {
    const special = new RegExp(SPECIAL);
    while (this.#at < this.#source.length) {
      special.lastIndex = this.#at;
      const found = special.exec(this.#source);
      const end = found?.index ?? this.#source.length;
      this.#add(this.#source.slice(this.#at, end));
      this.#at = end;
      if (found !== null) this.#special(found[0]);
    }
    this.#endElement();
    const { text: visible } = this.#visible;
    return { visible, hidden: this.#hidden, links: this.#links, codes: this.#codes };
  }

  get #out(): Buffer {
    return this.#open.hidden === undefined ? this.#visible : this.#element;
  }

  #add(text: string): void {
    if (text !== '') this.#out.add(text, this.#row);
  }

  #special(mark: string): void {
    if (mark === '\n') this.#lineBreak();
    else if (mark === '`') this.#code();
    else if (mark === '[' || mark === '!') this.#openBracket(mark);
    else if (mark === ']') this.#closeBracket();
    else if (mark === '<') this.#tag();
    else if (mark === '&') this.#character();
    else if (mark === '\\') this.#escape();
    else if (MARKUP.has(mark)) this.#emphasis(mark);
    else this.#address();
  }

  #lineBreak(): void {
    this.#row++;
    this.#at++;
    this.#out.newLine(this.#row);
  }

  #code(): void {
    let end = this.#at;
    while (this.#source.charCodeAt(end) === 96) end++;
    const ticks = this.#source.slice(this.#at, end);
    const close = this.#closingTicks(ticks.length, end);
    if (close === -1) {
      this.#add(ticks);
      this.#at = end;
      return;
    }
    const text = this.#source.slice(end, close);
    const offset = this.#visible.length;
    if (this.#open.hidden === undefined)
      this.#codes.push({ text: text.replace(/\s+/g, ' ').trim(), row: this.#row, offset });
    this.#add('`');
    this.#lines(text.trim());
    this.#add('`');
    this.#at = close + ticks.length;
  }

  /** Offset of the next run of as many backticks. Runs are listed once, by length. */
  #closingTicks(length: number, from: number): number {
    if (this.#ticks === undefined) {
      this.#ticks = new Map<number, number[]>();
      for (const { 0: run, index } of this.#source.matchAll(/`+/g)) {
        const others = this.#ticks.get(run.length);
        if (others === undefined) this.#ticks.set(run.length, [index]);
        else others.push(index);
      }
      for (const runs of this.#ticks.values()) runs.reverse();
    }
    const runs = this.#ticks.get(length) ?? [];
    while ((runs.at(-1) ?? from) < from) runs.pop();
    return runs.at(-1) ?? -1;
  }

  /** Text in which line breaks only count. */
  #lines(text: string): void {
    const lines = text.split('\n');
    for (const [index, line] of lines.entries()) {
      if (index > 0) this.#out.newLine(++this.#row);
      this.#add(line);
    }
  }

  #openBracket(mark: string): void {
    const image = mark === '!';
    if (image && this.#source.charAt(this.#at + 1) !== '[') {
      this.#add('!');
      this.#at++;
      return;
    }
    this.#at += image ? 2 : 1;
    this.#brackets.push({ offset: this.#at, image, row: this.#row });
    if (!this.#isLinkText()) this.#add('[');
  }

  /** Whether the bracket might belong to a link: then it is not part of the text. Footnotes and check boxes are text. */
  #isLinkText(): boolean {
    const next = this.#source.charAt(this.#at);
    if (this.#nextBracket !== -1 && this.#nextBracket < this.#at)
      this.#nextBracket = this.#source.indexOf(']', this.#at);
    const close = this.#nextBracket;
    if (close === -1) return false;
    const after = this.#source.charAt(close + 1);
    return next !== ' ' && (after === '(' || after === '[');
  }

  #closeBracket(): void {
    const open = this.#brackets.pop();
    const close = this.#at;
    this.#at++;
    if (open === undefined) {
      this.#add(']');
      return;
    }
    const text = this.#source.slice(open.offset, Math.min(close, open.offset + 1000));
    const url = this.#destination() ?? this.#reference(text);
    if (url === undefined) {
      this.#add(']');
      return;
    }
    this.#links.push({ url, text, image: open.image, row: open.row });
    if (/^https?:/i.test(url) && !text.includes(url)) this.#add(` (${url})`);
  }

  /** `(url "title")` after a link's text. */
  #destination(): string | undefined {
    if (this.#source.charAt(this.#at) !== '(' || this.#at < this.#noParenthesisBefore)
      return undefined;
    const end = this.#closingParenthesis();
    if (end === undefined) return undefined;
    const inner = this.#source.slice(this.#at + 1, end);
    this.#at = end + 1;
    this.#skipLines(inner);
    const [, url = '', title = ''] = /^\s*<?([^\s>]*)>?\s*([^]*)$/.exec(inner) ?? [];
    if (title.length > 2) this.#hide(title.slice(1, -1));
    return url;
  }

  /** Parentheses may nest; a search that fails is not begun again before where it stopped. */
  #closingParenthesis(): number | undefined {
    let depth = 0;
    let at = this.#at;
    for (; at < this.#source.length; at++) {
      const code = this.#source.charCodeAt(at);
      if (code === 40) depth++;
      else if (code === 41 && --depth === 0) return at;
      else if (code === 10 && this.#source.charCodeAt(at + 1) === 10) break;
    }
    this.#noParenthesisBefore = at;
    return undefined;
  }

  #reference(text: string): string | undefined {
    REFERENCE.lastIndex = this.#at;
    const label = REFERENCE.exec(this.#source)?.[1];
    const url = this.#definitions.get(
      (label === undefined || label === '' ? text : label).toLowerCase(),
    );
    if (url !== undefined && label !== undefined) this.#at += label.length + 2;
    return url;
  }

  #hide(text: string): void {
    const buffer = new Buffer();
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) buffer.newLine(this.#row + index);
      buffer.add(line, this.#row + index);
    }
    if (buffer.length > 0) this.#hidden.push(buffer.text);
  }

  #tag(): void {
    if (this.#source.startsWith('<!--', this.#at)) {
      this.#comment();
      return;
    }
    const tag = tagAt(this.#source, this.#at);
    if (tag === undefined || !(isHtmlTag(tag.name) || tag.name === '')) {
      this.#add('<');
      this.#at++;
      return;
    }
    this.#at = tag.end;
    this.#skipLines(tag.source);
    if (tag.name === '') this.#autolink(tag.source);
    else this.#htmlTag(tag);
  }

  #skipLines(text: string): void {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1))
      this.#out.newLine(++this.#row);
  }

  #autolink(source: string): void {
    const url = source.slice(1, -1);
    this.#links.push({ url, text: url, image: false, row: this.#row });
    this.#add(url);
  }

  #htmlTag(tag: { name: string; closing: boolean; source: string }): void {
    const link = linkOfTag(tag);
    if (link !== undefined) this.#links.push({ ...link, row: this.#row });
    const { hidden } = this.#open;
    if (hidden !== undefined) this.#withinHidden(tag, hidden);
    else {
      if (breaksLine(tag.name)) this.#add(' ');
      if (!tag.closing && !isVoid(tag) && hidesContent(tag))
        this.#open.hidden = { name: tag.name, depth: 1 };
    }
  }

  #withinHidden(
    tag: { name: string; closing: boolean; source: string },
    hidden: { readonly name: string; depth: number },
  ): void {
    if (tag.name !== hidden.name || isVoid(tag)) return;
    hidden.depth += tag.closing ? -1 : 1;
    if (hidden.depth > 0) return;
    this.#endElement();
    this.#open.hidden = undefined;
  }

  #endElement(): void {
    if (this.#element.length > 0) this.#hidden.push(this.#element.text);
    this.#element = new Buffer();
  }

  #comment(): void {
    const end = this.#noCommentEnd ? -1 : this.#source.indexOf('-->', this.#at + 4);
    if (end === -1 && this.#at === 0) {
      // a block that begins with a comment without an end: no page shows any of it
      this.#hide(this.#source.slice(4));
      this.#at = this.#source.length;
    } else if (end === -1) {
      this.#noCommentEnd = true;
      this.#add('<!--');
      this.#at += 4;
    } else {
      const text = this.#source.slice(this.#at + 4, end);
      this.#hide(text);
      this.#skipLines(text);
      this.#at = end + 3;
    }
  }

  #character(): void {
    const found = characterOf(this.#source, this.#at);
    this.#add(found?.text ?? '&');
    this.#at += found?.length ?? 1;
  }

  #escape(): void {
    const next = this.#source.charAt(this.#at + 1);
    const escapes = /[!-/:-@[-`{-~]/.test(next);
    this.#add(escapes ? next : '\\');
    this.#at += escapes ? 2 : 1;
  }

  /** Marks of emphasis vanish; those within words, such as `snake_case`, and between blanks, such as `2 * 3`, stay. */
  #emphasis(mark: string): void {
    const start = this.#at;
    while (this.#source.charAt(this.#at) === mark) this.#at++;
    const before = this.#source.charAt(start - 1);
    const after = this.#source.charAt(this.#at);
    const word = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);
    const free = /^\s?$/.test(before) && /^\s?$/.test(after);
    const within = mark === '_' && word(before) && word(after);
    const single = mark === '~' && this.#at - start < 2;
    if (free || within || single) this.#add(this.#source.slice(start, this.#at));
  }

  #address(): void {
    BARE.lastIndex = this.#at;
    const url = BARE.exec(this.#source)?.[0];
    if (url === undefined) {
      this.#add(this.#source.charAt(this.#at));
      this.#at++;
      return;
    }
    this.#links.push({ url, text: url, image: false, row: this.#row });
    this.#add(url);
    this.#at += url.length;
  }
}

/** Reads the text of a paragraph, a cell or a block of HTML. */
export function readInline(source: string, definitions: Definitions, open: OpenElements): Inline {
  return new InlineParser(source, definitions, open).read();
}
