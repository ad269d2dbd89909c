import type { Tokenizer } from 'nunjucks/src/lexer.js';
import type { Token } from 'nunjucks/src/parser.js';
import { TemplateError } from '../template-error.js';
import { Brackets } from './brackets.js';
import { Literal } from './literal.js';

const QUOTES = new Set(['"', "'", '`']);
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** A quote as it is written in a text of JSON. */
const QUOTED = /^\\["']/;
const MEMBER = /^[A-Za-z0-9_]+$/;
const NUMBER = /^(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/;
const TRUTHS = new Map([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
]);
const OPERATORS: ReadonlyMap<string, string> = new Map([
  ['===', 'Write `==`.'],
  ['!==', 'Write `!=`.'],
  ['**', 'There are the operators + - * / % and ~.'],
  ['//', 'Write `/` and use the filter `round`.'],
]);
const KEYWORDS = new Set(['in', 'and', 'or', 'not', 'is', 'if', 'elif']);
const MAX_TOKENS = 2048;
const MAX_SIGNS = 3;

// the lexer takes a long time for long names and spaces, one character after the other
const SPACES = /[ \t\r\n]*/y;
const LONG_NAME = /[^ \t\r\n\u00a0()[\]{}%*\-+~/#,:|.<>=!]{257}/y;

/** Reads the tokens of one tag: the lexer's, except where the template language has others. */
export class TagReader {
  readonly #tokens: Token[] = [];
  readonly #brackets = new Brackets();

  /** @param opened the offset of the tag */
  constructor(
    readonly source: string,
    readonly lexer: Tokenizer,
    readonly opened: number,
  ) {}

  /**
   * The tokens between the signs of the tag, which begins its content at `from`. Where a token
   * stands is its `colno`.
   */
  read(from: number): { tokens: Token[]; end: Token; after: number } {
    this.lexer.index = from;
    this.lexer.in_code = true;
    for (;;) {
      const token = this.#next();
      if (token.type === 'block-end' || token.type === 'variable-end') {
        this.#brackets.finish();
        return { tokens: this.#tokens, end: token, after: this.lexer.index };
      }
      this.#take(token);
      if (this.#tokens.length > MAX_TOKENS) {
        throw new TemplateError(`The tag has more than ${MAX_TOKENS} parts.`, this.opened);
      }
    }
  }

  #next(): Token {
    for (;;) {
      const at = this.#skipSpaces();
      const sign = this.source.charAt(at);
      if (QUOTES.has(sign)) return this.#text(sign, at);
      // the lexer takes `r/` for the start of a regular expression; here it is a division
      if (sign === 'r' && this.source.charAt(at + 1) === '/') {
        this.lexer.index += 1;
        return token('symbol', 'r', at);
      }
      const found = this.lexer.nextToken();
      if (found === null) {
        throw new TemplateError(
          'The tag is never closed.',
          this.opened,
          'Write text that contains `{{`, `{%` or `{#` between {% raw %} and {% endraw %}.',
        );
      }
      const text = this.source.slice(at, this.lexer.index);
      if (found.type !== 'whitespace') return token(found.type, text, at);
      if (text.includes('\u00a0')) {
        throw new TemplateError('There is a no-break space in the tag.', at, 'Write a space.');
      }
    }
  }

  #skipSpaces(): number {
    SPACES.lastIndex = this.lexer.index;
    SPACES.test(this.source);
    const at = SPACES.lastIndex;
    this.lexer.index = at;
    LONG_NAME.lastIndex = at;
    if (!QUOTES.has(this.source.charAt(at)) && LONG_NAME.test(this.source)) {
      throw new TemplateError('A name or number has more than 256 characters.', at);
    }
    return at;
  }

  #text(quote: string, at: number): Token {
    const end = this.source.indexOf(quote, at + 1);
    if (end === -1) throw new TemplateError(`The text is never closed with ${quote}.`, at);
    this.lexer.index = end + 1;
    // texts of the template language have no escapes
    return token('string', new Literal(this.source.slice(at + 1, end)), at);
  }

  #take(found: Token): void {
    const text = String(found.value);
    if (found.type === 'symbol' || found.type === 'boolean' || found.type === 'none') {
      this.#name(text, found.colno);
    } else if (found.type === 'int' || found.type === 'float') this.#number(text, found.colno);
    else if (found.type.startsWith('left-')) this.#open(found);
    else if (found.type.startsWith('right-')) this.#close(found);
    else this.#other(found);
  }

  #name(text: string, at: number): void {
    const isMember = this.#endsWith('.');
    if (!(isMember ? MEMBER : NAME).test(text)) {
      throw new TemplateError(
        `\`${text}\` is not a name.`,
        at,
        QUOTED.test(text)
          ? 'Write quotes without a backslash, also where the file is JSON: a template is rendered first.'
          : 'Names have letters, digits and underscores, and do not begin with a digit.',
      );
    }
    const truth = TRUTHS.get(text);
    if (this.#endsWith(':', 2)) this.#qualified(text, at);
    else if (truth !== undefined && !isMember) {
      this.#tokens.push(token('string', new Literal(truth), at));
    } else {
      if (text === 'not') this.#countSigns(at);
      this.#tokens.push(token('symbol', text, at));
    }
  }

  /** `self::name` is one name for the parser. */
  #qualified(text: string, at: number): void {
    const namespace = this.#tokens.at(-3);
    if (namespace?.type !== 'symbol') throw new TemplateError('A name must stand before `::`.', at);
    this.#tokens.splice(
      -3,
      3,
      token('symbol', `${String(namespace.value)}::${text}`, namespace.colno),
    );
  }

  #number(text: string, at: number): void {
    if (this.#endsWith('.')) {
      this.#indexes(text, at);
      return;
    }
    if (!NUMBER.test(text)) {
      throw new TemplateError(`\`${text}\` is not a number.`, at, 'Write it like 10 or 1.5.');
    }
    const value = text.includes('.') ? Number(text) : BigInt(text);
    this.#tokens.push(token('string', new Literal(value), at));
  }

  /** `list.1.2`, of which the lexer makes `list`, `.` and the number 1.2. */
  #indexes(text: string, at: number): void {
    const [first = '', second] = text.split('.');
    this.#tokens.push(token('symbol', first, at));
    if (second === undefined) return;
    this.#tokens.push(token('operator', '.', at + first.length));
    if (second !== '') this.#tokens.push(token('symbol', second, at + first.length + 1));
  }

  #open(found: Token): void {
    const sign = String(found.value);
    const before = this.#tokens.at(-1);
    if (sign === '{') {
      throw new TemplateError('Maps cannot be written in a template.', found.colno);
    }
    if (before?.type === 'right-paren') this.#refuseAfterBracket(sign, found.colno);
    const isName = before?.type === 'symbol' && !KEYWORDS.has(String(before.value));
    const follows = isName || before?.type === 'right-bracket';
    // a call's arguments and a list may end with a comma, brackets and an index may not
    this.#brackets.open({ sign, at: found.colno, trailingComma: (sign === '(') === follows });
    this.#tokens.push(found);
  }

  #close(found: Token): void {
    const bracket = this.#brackets.close(String(found.value), found.colno);
    const before = this.#tokens.at(-2);
    const holdsSomething = before !== undefined && before.colno > bracket.at;
    if (bracket.trailingComma && this.#endsWith(',') && holdsSomething) this.#tokens.pop();
    this.#tokens.push(found);
  }

  #other(found: Token): void {
    const sign = String(found.value);
    const hint = OPERATORS.get(sign);
    if (hint !== undefined) {
      throw new TemplateError(`There is no operator \`${sign}\`.`, found.colno, hint);
    }
    if (sign === '.' && this.#tokens.at(-1)?.type === 'right-paren') {
      this.#refuseAfterBracket(sign, found.colno);
    }
    if (sign === '-' || sign === '+') this.#countSigns(found.colno);
    this.#tokens.push(found);
  }

  #refuseAfterBracket(sign: string, at: number): never {
    throw new TemplateError(
      `\`${sign}\` cannot follow \`)\`.`,
      at,
      'Give the value a name with {% set … %} first.',
    );
  }

  /** Signs before a value would make the parser go deeper and deeper. */
  #countSigns(at: number): void {
    const last = this.#tokens.slice(-MAX_SIGNS);
    if (last.length < MAX_SIGNS) return;
    if (last.some((one) => !['not', '-', '+'].includes(String(one.value)))) return;
    throw new TemplateError('Too many signs stand before a value.', at);
  }

  /** Whether the last tokens are `sign`, `count` times. */
  #endsWith(sign: string, count = 1): boolean {
    for (let back = 1; back <= count; back += 1) {
      if (this.#tokens.at(-back)?.value !== sign) return false;
    }
    return true;
  }
}

/** A token whose column is the offset in the source. */
export function token(type: string, value: unknown, at: number): Token {
  return { type, value, lineno: 0, colno: at };
}
