import { createScanner, type JSONScanner } from 'jsonc-parser';

// `SyntaxKind` is a `const enum`, which single files cannot be compiled with
export const OPEN_BRACE = 1;
export const CLOSE_BRACE = 2;
export const OPEN_BRACKET = 3;
export const CLOSE_BRACKET = 4;
export const COMMA = 5;
export const COLON = 6;
export const NULL = 7;
export const TRUE = 8;
export const FALSE = 9;
export const STRING = 10;
export const NUMBER = 11;
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const LINE_BREAK = 14;
const BLANK = 15;
export const UNKNOWN = 16;
export const END = 17;

const COMMENTS = new Set([LINE_COMMENT, BLOCK_COMMENT]);
const BLANKS = new Set([LINE_BREAK, BLANK]);
const WORDS = new Set([NUMBER, UNKNOWN]);

export interface Token {
  readonly kind: number;
  readonly from: number;
  readonly to: number;
  /** True for a string that is not as JSON demands it. */
  readonly flawed: boolean;
}

/** What the tokens of JSON do not include. */
export type Surplus = 'comment' | 'open comment' | 'blank';

/** The tokens of a text one after the other, without blanks. Comments and foreign blanks are reported, and left out. */
export class JsonTokens {
  readonly #scanner: JSONScanner;

  constructor(
    readonly text: string,
    private readonly onSurplus: (from: number, what: Surplus) => void,
  ) {
    this.#scanner = createScanner(text);
  }

  next(): Token {
    const scanner = this.#scanner;
    for (;;) {
      const kind: number = scanner.scan();
      const [from, to] = [scanner.getTokenOffset(), scanner.getPosition()];
      const flawed = (scanner.getTokenError() as number) !== 0;
      if (COMMENTS.has(kind)) this.onSurplus(from, flawed ? 'open comment' : 'comment');
      else if (kind === UNKNOWN && this.#isBlank(from)) this.#skipBlank(from);
      else if (WORDS.has(kind)) return this.#word(kind, from);
      else if (!BLANKS.has(kind)) return { kind, from, to, flawed };
    }
  }

  #isBlank(at: number): boolean {
    return /[\s\p{Cf}]/u.test(this.text.charAt(at));
  }

  #skipBlank(at: number): void {
    this.onSurplus(at, 'blank');
    this.#scanner.setPosition(at + 1);
  }

  /** The scanner ends numbers and words at signs that people take for a part of them: `01`, `+1`, `1.`. */
  #word(kind: number, from: number): Token {
    const to = this.#wordEnd(from);
    this.#scanner.setPosition(to);
    const proper = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(this.text.slice(from, to));
    return { kind: kind === NUMBER && proper ? NUMBER : UNKNOWN, from, to, flawed: !proper };
  }

  #wordEnd(from: number): number {
    const pattern = this.text[from] === "'" ? /'(?:[^'\\\r\n]|\\.)*'|'/y : /[\w.+-]+|[^]/uy;
    pattern.lastIndex = from;
    return from + (pattern.exec(this.text)?.[0].length ?? 1);
  }

  /** Whether a colon follows the token, so that it is a key. */
  isKey({ to }: Token): boolean {
    const colon = /\s*:/y;
    colon.lastIndex = to;
    return colon.test(this.text);
  }
}
