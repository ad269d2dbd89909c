/** HTML, SVG and XML: what a page shows, what it hides, where it leads and what it runs. */
import type { Link, Prose, Reader, Reading } from '../../facts.js';
import { spanAt, type Language, type Unit } from '../../unit.js';
import { characterOf } from '../markdown/character-references.js';
import { languageOfFence } from '../markdown/fence-language.js';
import { breaksLine, isHtmlTag } from '../markdown/html-blocks.js';
import { hidesContent, isVoid, linkOfTag } from '../markdown/html-tags.js';
import { isPipedCommand } from '../piped-commands.js';
import { hiddenSelectors } from './styles.js';
import { attributesOf, tokensOf, type Attribute, type Token } from './tokens.js';

/** Reads pages and pictures; malformed markup counts as text. */
export const readHtml: Reader = (unit) => {
  const page = new Page(unit);
  for (const token of tokensOf(unit.text)) page.take(token);
  return page.reading();
};

interface Element {
  readonly name: string;
  readonly hidden: boolean;
}

interface Code {
  readonly language: Language;
  readonly from: number;
}

type Tag = Extract<Token, { kind: 'open' | 'close' }>;

/** Elements of pictures that nobody sees. */
const UNSEEN = new Set(['desc', 'metadata']);
/** Runs within a paragraph of a document of an office program. */
const OFFICE_RUN = /^(?:w|a|m|x):(?!p$|tr$|tc$|br$|tab$)|^(?:tspan|r|t)$/;
/** Attributes that are read to people, or shown by a pointer. */
const SPOKEN = new Set([
  'alt',
  'title',
  'aria-label',
  'aria-description',
  'content',
  'placeholder',
]);
const LEAST_SPOKEN = 20;
const HEADING = /^h([1-6])$/;
const CODE = new Set(['pre', 'code', 'kbd', 'samp']);

class Page {
  readonly #units: Unit[] = [];
  readonly #prose: Prose[] = [];
  readonly #links: Link[] = [];
  readonly #stack: Element[] = [];
  readonly #open = new Map<string, number>();
  readonly #hiddenSelectors = new Set<string>();
  #hidden = 0;
  #parts: string[] = [];
  #start = 0;
  #end = 0;
  #section: readonly string[] = [];
  #sectionId = 0;
  #script: Language | undefined = 'javascript';
  #code: Code | undefined;

  constructor(private readonly unit: Unit) {
    for (const [, css = ''] of unit.text.matchAll(/<style[^<>]{0,1000}>([^<]{0,1000000})/gi))
      for (const selector of hiddenSelectors(css)) this.#hiddenSelectors.add(selector);
  }

  take(token: Token): void {
    if (token.kind === 'text') this.#text(token.from, token.to);
    else if (token.kind === 'comment') this.#comment(token.from, token.to);
    else if (token.kind === 'raw') this.#raw(token);
    else if (token.kind === 'open') this.#opening(token);
    else this.#closing(token);
  }

  reading(): Reading {
    this.#endParagraph();
    return { units: this.#units, facts: [], prose: this.#prose, links: this.#links };
  }

  #text(from: number, to: number): void {
    const text = decoded(this.unit.text.slice(from, to));
    if (text.trim() !== '' && this.#parts.length === 0)
      this.#start = from + (text.length - text.trimStart().length);
    if (text.trim() === '' && this.#parts.length === 0) return;
    this.#parts.push(text);
    this.#end = to;
  }

  #comment(from: number, to: number): void {
    this.#addProse({ text: this.unit.text.slice(from, to), from, to, hidden: true }, 'comment');
  }

  #raw({ name, from, to }: Extract<Token, { kind: 'raw' }>): void {
    if (name === 'script') this.#unit(this.#script, this.unit.text.slice(from, to), from);
    else if (name !== 'style') this.#text(from, to);
  }

  #opening(tag: Tag): void {
    const attributes = attributesOf(tag.source);
    if (isBlock(tag.name)) this.#endParagraph();
    if (tag.name === 'script') this.#script = scriptLanguage(attributes);
    if (HEADING.test(tag.name)) this.#sectionId += 1;
    this.#runs(tag, attributes);
    this.#leads(tag, attributes);
    this.#speaks(tag, attributes);
    if (CODE.has(tag.name)) this.#startCode(tag, attributes);
    if (!isVoid(tag)) this.#push(tag, attributes);
  }

  #push(tag: Tag, attributes: readonly Attribute[]): void {
    const hidden = hidesContent(tag) || UNSEEN.has(tag.name) || this.#isStyledAway(attributes);
    if (hidden && this.#hidden === 0) this.#endParagraph();
    this.#stack.push({ name: tag.name, hidden });
    this.#open.set(tag.name, (this.#open.get(tag.name) ?? 0) + 1);
    if (hidden) this.#hidden += 1;
  }

  #closing({ name, from }: Tag): void {
    if (this.#code !== undefined && name === 'code') this.#endCode(this.#code, from);
    if (isBlock(name)) this.#endHeading(name);
    if ((this.#open.get(name) ?? 0) === 0) return;
    for (let element = this.#stack.pop(); element !== undefined; element = this.#stack.pop()) {
      this.#open.set(element.name, (this.#open.get(element.name) ?? 1) - 1);
      if (element.hidden) {
        this.#endParagraph();
        this.#hidden -= 1;
      }
      if (element.name === name) break;
    }
  }

  #endHeading(name: string): void {
    const text = this.#parts.join('').replace(/\s+/g, ' ').trim();
    this.#endParagraph(HEADING.test(name) ? 'heading' : 'paragraph');
    const level = HEADING.exec(name)?.[1];
    if (level !== undefined) this.#section = [...this.#section.slice(0, Number(level) - 1), text];
  }

  #isStyledAway(attributes: readonly Attribute[]): boolean {
    if (this.#hiddenSelectors.size === 0) return false;
    return attributes.some(
      ({ name, value }) =>
        (name === 'class' &&
          value.split(/\s+/).some((one) => this.#hiddenSelectors.has(`.${one}`))) ||
        (name === 'id' && this.#hiddenSelectors.has(`#${value}`)),
    );
  }

  /** Handlers of events and addresses that are programs. */
  #runs(tag: Tag, attributes: readonly Attribute[]): void {
    for (const { name, value, from } of attributes) {
      const text = decoded(value);
      const at = tag.from + from;
      if (/^on[a-z]{3,}$/.test(name)) this.#unit('javascript', text, at);
      else if (name === 'srcdoc') this.#unit('html', text, at);
      else if (isPipedCommand(text)) this.#unit('shell', text, at);
      else if (/^\s*javascript:/i.test(text))
        this.#unit('javascript', text.replace(/^\s*javascript:/i, ''), at);
    }
  }

  #leads(tag: Tag, attributes: readonly Attribute[]): void {
    const link = linkOfTag({ name: tag.name, closing: false, source: tag.source });
    const url = refreshOf(tag, attributes) ?? link?.url ?? valueOf(attributes, 'xlink:href');
    if (url === '' || /^\s*javascript:/i.test(url)) return;
    const at = spanAt(this.unit, tag.from, tag.from + tag.source.length);
    const { text = '', image = tag.name === 'image' } = link ?? {};
    this.#links.push({ at, url: decoded(url), text, image, sectionId: this.#sectionId });
  }

  #speaks(tag: Tag, attributes: readonly Attribute[]): void {
    for (const { name, value, from } of attributes)
      if (SPOKEN.has(name) && value.length >= LEAST_SPOKEN && value.includes(' ')) {
        const at = tag.from + from;
        this.#addProse({ text: value, from: at, to: at + value.length, hidden: true }, 'value');
      }
  }

  #startCode(tag: Tag, attributes: readonly Attribute[]): void {
    const word = /\blang(?:uage)?-([\w+-]+)/.exec(valueOf(attributes, 'class'))?.[1];
    const language = word === undefined ? undefined : languageOfFence(word, []);
    if (language === undefined || language === 'comments' || language === 'text') return;
    this.#code = { language, from: tag.from + tag.source.length };
  }

  #endCode({ language, from }: Code, to: number): void {
    const text = this.unit.text.slice(from, to).replace(/<[^<>]*>/g, '');
    this.#unit(language, decoded(text), from);
    this.#code = undefined;
    this.#parts = [];
  }

  #unit(language: Language | undefined, text: string, from: number): void {
    if (language === undefined || text.trim() === '') return;
    const { line } = spanAt(this.unit, from, from);
    this.#units.push({ ...this.unit, language, text, line, frames: [] });
  }

  #endParagraph(kind: Prose['kind'] = 'paragraph'): void {
    const text = this.#parts.join('');
    this.#parts = [];
    const hidden = this.#hidden > 0;
    this.#addProse({ text, from: this.#start, to: this.#end, hidden }, kind);
  }

  #addProse(
    { text, from, to, hidden }: { text: string; from: number; to: number; hidden: boolean },
    kind: Prose['kind'],
  ): void {
    const words = text.replace(/\s+/g, ' ').trim();
    if (words === '') return;
    if (kind === 'paragraph' && isPipedCommand(words)) this.#unit('shell', words, from);
    this.#prose.push({
      at: spanAt(this.unit, from, to),
      text: words,
      kind,
      hidden,
      section: this.#section,
      sectionId: this.#sectionId,
    });
  }
}

/** Where a page sends its readers by itself. */
const refreshOf = ({ name }: Tag, attributes: readonly Attribute[]): string | undefined =>
  name === 'meta'
    ? /;\s*url\s*=\s*['"]?([^'"\s]+)/i.exec(valueOf(attributes, 'content'))?.[1]
    : undefined;

const isBlock = (name: string): boolean =>
  isHtmlTag(name) ? breaksLine(name) : !OFFICE_RUN.test(name);

const valueOf = (attributes: readonly Attribute[], name: string): string =>
  attributes.find((attribute) => attribute.name === name)?.value ?? '';

function scriptLanguage(attributes: readonly Attribute[]): Language | undefined {
  const type = valueOf(attributes, 'type').toLowerCase();
  if (valueOf(attributes, 'lang').startsWith('ts') || type.includes('typescript'))
    return 'typescript';
  if (type === '' || /javascript|ecmascript|module|babel|jsx/.test(type)) return 'javascript';
  if (type.includes('json') || type.includes('importmap')) return 'json';
  return type.includes('python') ? 'python' : 'html';
}

/** Text with its character references as characters. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#[xX]?)?\w{1,8};/g,
    (reference) => characterOf(reference, 0)?.text ?? reference,
  );
}
