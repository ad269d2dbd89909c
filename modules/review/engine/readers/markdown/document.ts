/** Collects what the blocks of a document hold, section by section. */
import type { Link, Prose } from '../../facts.js';
import type { Frame, Language, Unit } from '../../unit.js';
import { lineOfRow } from '../source-lines.js';
import type { Block } from './blocks.js';
import { CodeUnits } from './code-units.js';
import { bareCommands, commandSpans } from './command-spans.js';
import { withoutPrompts } from './commands.js';
import { definitionsOf } from './definitions.js';
import { discouragedComment, discouragedHeading, discouragedLead } from './discouraged.js';
import { languageOfFence } from './fence-language.js';
import {
  readInline,
  type Definitions,
  type Inline,
  type OpenElements,
  type PlainText,
} from './inline.js';
import { cellsOf } from './tables.js';

type Kind = Prose['kind'];
/** A stretch of the source that inline markup is read in. */
interface Source {
  readonly text: string;
  readonly row: number;
  readonly kind: Kind;
}

const COMMENT_LINE = /^\s*(?:\/\/+|--+|#+|;+|%+|\*|\/\*+|<!--|rem\b|")\s?(.*)$/i;
/** Of the sentences before a fence, in characters. */
const LEAD = 300;

export class Document {
  readonly prose: Prose[] = [];
  readonly links: Link[] = [];
  readonly #unit: Unit;
  readonly #definitions: Definitions;
  readonly #code: CodeUnits;
  readonly #open: OpenElements = {};
  readonly #quoted: boolean;
  #section: readonly string[] = [];
  #levels: number[] = [];
  #sectionId = 0;
  #discouraged = false;
  #lead = '';

  constructor(unit: Unit, definitions: Definitions) {
    this.#unit = unit;
    this.#definitions = definitions;
    this.#code = new CodeUnits(unit);
    this.#quoted = unit.frames.length > 0;
    this.#discouraged = unit.frames.some(({ discouraged }) => discouraged);
  }

  get units(): readonly Unit[] {
    return this.#code.units();
  }

  frontMatter(text: string, row: number, comment: boolean): void {
    const kind = comment ? 'comment' : 'value';
    this.#add({ text: text.replace(/\s+/g, ' ').trim(), breaks: [], row: 0 }, { text, row, kind });
  }

  block(block: Block): void {
    if (block.kind === 'heading') this.#heading(block);
    else if (block.kind === 'paragraph') this.#paragraph(block);
    else if (block.kind === 'html') this.#html(block);
    else this.#fence(block);
  }

  #heading({ level, text, row }: Block & { kind: 'heading' }): void {
    const inline = this.#inline({ text, row, kind: 'heading' });
    const title = inline.visible.text;
    let keep = this.#levels.length;
    while (keep > 0 && (this.#levels[keep - 1] as number) >= level) keep--;
    this.#levels = [...this.#levels.slice(0, keep), level];
    this.#section = [...this.#section.slice(0, keep), title];
    this.#sectionId++;
    this.#lead = '';
    // the title of the document names its topic, such as attacks; it does not say that all in it are examples
    this.#discouraged =
      this.#unit.frames.some(({ discouraged }) => discouraged) ||
      this.#section.some((one, index) => this.#levels[index] !== 1 && discouragedHeading(one));
  }

  #paragraph(block: Block & { kind: 'paragraph' }): void {
    const definitions = block.lines[0]?.includes(']:') === true ? definitionsOf(block) : [];
    let taken = 0;
    for (const { url, title, row, rows, label } of definitions) {
      taken += rows;
      const link = { url, text: label, image: false, sectionId: this.#sectionId };
      if (!/^#?$/.test(url)) this.links.push({ ...link, at: this.#at(row, url) });
      if (title !== '')
        this.#hidden({ text: title, breaks: [], row: 0 }, { text: title, row, kind: 'comment' });
    }
    const lines = block.lines.slice(taken);
    if (lines.length === 0) return;
    const row = block.row + taken;
    const cells = cellsOf(lines);
    if (cells === undefined) {
      const kind = block.container === 'none' ? 'paragraph' : block.container;
      this.#lead = this.#text({ text: lines.join('\n'), row, kind });
    } else
      for (const cell of cells) this.#text({ text: cell.text, row: row + cell.row, kind: 'cell' });
  }

  #html({ lines, row }: Block & { kind: 'html' }): void {
    const text = lines.join('\n');
    this.#lead = this.#text({ text, row, kind: 'paragraph' });
    if (/<(?:script|svg|iframe|object|embed)\b/i.test(text))
      this.#code.add('html', { lines, row }, this.#frame({ lines, row }));
  }

  #fence(block: Block & { kind: 'fence' }): void {
    const language = languageOfFence(block.info, block.lines);
    if (language === 'text') this.#textFence(block);
    else if (language === 'comments') this.#comments(block);
    else {
      if (COMMENTED.has(language)) this.#comments(block);
      const lines = PROMPTED.has(language) ? withoutPrompts(block.lines) : block.lines;
      this.#code.add(language, { lines, row: block.row }, this.#frame(block));
    }
  }

  /** Text in a fence, paragraph by paragraph. */
  #textFence({ lines, row }: Block & { kind: 'fence' }): void {
    const { discouraged } = this.#frame({ lines, row });
    let start = 0;
    for (let index = 0; index <= lines.length; index++) {
      if (index < lines.length && (lines[index] as string).trim() !== '') continue;
      const text = lines.slice(start, index).join('\n');
      if (text !== '') this.#text({ text, row: row + start, kind: 'quote' }, discouraged);
      start = index + 1;
    }
  }

  #comments({ lines, row }: Block & { kind: 'fence' }): void {
    const { discouraged } = this.#frame({ lines, row });
    for (const [index, line] of lines.entries()) {
      const text = COMMENT_LINE.exec(line)?.[1] ?? '';
      if (!text.includes(' ')) continue;
      const source = { text, row: row + index, kind: 'comment' } as const;
      this.#add({ text: text.trim(), breaks: [], row: 0 }, source, { hidden: false, discouraged });
    }
  }

  /** Reads inline markup and keeps what it says; answers the visible text. */
  #text(source: Source, discouraged = false): string {
    const inline = this.#inline(source);
    const { visible } = inline;
    const warned = discouraged || this.#discouraged || LISTED_BAD.test(visible.text);
    this.#add(visible, source, { hidden: false, discouraged: warned });
    if (source.kind === 'quote') return this.#lead;
    for (const span of [...commandSpans(inline), ...bareCommands(source.text)]) {
      const lines = [span.command];
      const row = source.row + span.row;
      const frame = { ...this.#frame({ lines, row }), lead: span.sentence };
      const told = warned || discouragedLead(span.before);
      this.#code.addSpan({ lines, row }, { ...frame, discouraged: told });
    }
    return visible.text.slice(-LEAD);
  }

  #inline(source: Source): Inline {
    const inline = readInline(source.text, this.#definitions, this.#open);
    for (const { url, text, image, row } of inline.links) {
      const at = this.#at(source.row + row, url);
      this.links.push({ at, url, text, image, sectionId: this.#sectionId });
    }
    for (const hidden of inline.hidden) this.#hidden(hidden, source);
    if (source.kind === 'heading') this.#add(inline.visible, source);
    return inline;
  }

  #hidden(text: PlainText, source: Source): void {
    this.#add(
      text,
      { ...source, kind: 'comment' },
      { hidden: true, discouraged: this.#discouraged },
    );
  }

  #add(
    { text, breaks, row }: PlainText,
    source: Source,
    { hidden, discouraged }: { hidden: boolean; discouraged: boolean } = {
      hidden: false,
      discouraged: this.#discouraged,
    },
  ): void {
    if (text === '') return;
    this.prose.push({
      at: this.#at(source.row + row, source.text),
      text,
      kind: this.#quoted && source.kind !== 'comment' ? 'quote' : source.kind,
      hidden,
      section: this.#section,
      sectionId: this.#sectionId,
      breaks,
      discouraged,
    });
  }

  #frame({ lines, row }: { readonly lines: readonly string[]; readonly row: number }): Frame {
    const first = lines.find((line) => line.trim() !== '') ?? '';
    return {
      from: lineOfRow(this.#unit, row),
      to: lineOfRow(this.#unit, row + Math.max(0, lines.length - 1)),
      section: this.#section,
      lead: this.#lead,
      discouraged:
        this.#discouraged || discouragedLead(lastSentence(this.#lead)) || discouragedComment(first),
    };
  }

  #at(row: number, text: string): Prose['at'] {
    return { unit: this.#unit, line: lineOfRow(this.#unit, row), text };
  }
}

/** Languages whose comments are prose, though their reader answers none for a fence. */
const COMMENTED: ReadonlySet<Language> = new Set<Language>([
  'ruby',
  'perl',
  'php',
  'lua',
  'applescript',
  'compiled',
]);
const PROMPTED: ReadonlySet<Language> = new Set<Language>(['shell', 'powershell', 'python']);
const LISTED_BAD = /^[❌🚫⛔]/u;

const lastSentence = (text: string): string => {
  const end = text.trimEnd().replace(/[.!:]+$/, '');
  const at = Math.max(end.lastIndexOf('. '), end.lastIndexOf('! '), end.lastIndexOf('? '));
  return text.slice(at + 1);
};
