import type { Tokenizer } from 'nunjucks/src/lexer.js';
import type { Token } from 'nunjucks/src/parser.js';
import { TemplateError } from '../template-error.js';
import { OpenTags } from './open-tags.js';
import { TagReader, token } from './tag-reader.js';
import { blockTokens, checkTagName } from './tags.js';
import { trimmedEnd, trimmedStart } from './whitespace.js';

const MAX_TAGS = 2000;

/**
 * Splits a source into tokens for the parser: text, comments, `raw` and whitespace control are done
 * here, because the parser does them differently and by regular expressions of quadratic time.
 */
export class SourceReader {
  readonly #tokens: Token[] = [];
  readonly #open = new OpenTags();
  #position = 0;
  #trimsNext = false;
  #tags = 0;

  constructor(
    readonly source: string,
    readonly lexer: Tokenizer,
  ) {}

  /** @throws {TemplateError} for what is not a template */
  read(): readonly Token[] {
    const tag = /\{[{%#]/g;
    while (this.#position < this.source.length) {
      tag.lastIndex = this.#position;
      const start = tag.exec(this.source)?.index;
      if (start === undefined) {
        this.#text(this.source.length, false);
        break;
      }
      const trims = this.source.charAt(start + 2) === '-';
      this.#text(start, trims);
      const inside = start + (trims ? 3 : 2);
      if (this.source.charAt(start + 1) === '#') this.#comment(start, inside);
      else this.#tag(start, inside);
    }
    this.#open.finish();
    return this.#tokens;
  }

  #text(end: number, trimsEnd: boolean): void {
    const from = this.#trimsNext ? trimmedStart(this.source, this.#position, end) : this.#position;
    const to = trimsEnd ? trimmedEnd(this.source, from, end) : end;
    this.#trimsNext = false;
    this.#position = end;
    if (from < to) this.#tokens.push(token('data', this.source.slice(from, to), from));
  }

  #comment(start: number, inside: number): void {
    const end = this.source.indexOf('#}', inside);
    if (end === -1) {
      throw new TemplateError('The comment is never closed.', start, 'Write #} where it ends.');
    }
    this.#trimsNext = end > inside && this.source.charAt(end - 1) === '-';
    this.#position = end + 2;
  }

  #tag(start: number, inside: number): void {
    this.#tags += 1;
    if (this.#tags > MAX_TAGS) {
      throw new TemplateError(`The template has more than ${MAX_TAGS} tags.`, start);
    }
    const isBlock = this.source.charAt(start + 1) === '%';
    if (isBlock) checkTagName(this.source, inside);
    const { tokens, end, after } = new TagReader(this.source, this.lexer, start).read(inside);
    this.#position = after;
    this.#trimsNext = String(end.value).startsWith('-');
    if (isBlock !== (end.type === 'block-end')) {
      throw new TemplateError(
        `The tag begins with ${isBlock ? '{%' : '{{'} and ends with ${String(end.value)}.`,
        end.colno,
      );
    }
    if (isBlock) this.#block(tokens, start, end);
    else this.#push('variable', { start, tokens, end });
  }

  #block(read: readonly Token[], start: number, end: Token): void {
    const tokens = blockTokens(read, start);
    const name = String(tokens[0]?.value);
    if (name === 'raw' && tokens.length === 1) {
      this.#raw(start);
      return;
    }
    this.#open.enter(name, start);
    this.#push('block', { start, tokens, end });
  }

  #raw(start: number): void {
    const tag = /\{%(-?)[ \t\r\n]*endraw[ \t\r\n]*(-?)%\}/g;
    tag.lastIndex = this.#position;
    const end = tag.exec(this.source);
    if (end === null) {
      throw new TemplateError(
        'The block `raw` is never closed.',
        start,
        'Write {% endraw %} where it ends.',
      );
    }
    this.#text(end.index, end[1] === '-');
    this.#position = end.index + end[0].length;
    this.#trimsNext = end[2] === '-';
  }

  #push(
    kind: 'variable' | 'block',
    tag: { start: number; tokens: readonly Token[]; end: Token },
  ): void {
    const [open, close] = kind === 'block' ? ['{%', '%}'] : ['{{', '}}'];
    this.#tokens.push(token(`${kind}-start`, open, tag.start));
    for (const one of tag.tokens) this.#tokens.push(one);
    this.#tokens.push(token(`${kind}-end`, close, tag.end.colno));
  }
}
