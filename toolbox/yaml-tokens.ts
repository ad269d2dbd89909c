import { Lexer } from 'yaml';

/** What the tokens of a YAML text say before anything parses it. */
export interface YamlTokens {
  readonly comments: readonly { readonly from: number; readonly to: number }[];
  /** Levels of nesting, at most: the parser is recursive and would end the process with the stack. */
  readonly depth: number;
  /** Whether they are too many for the parser, which makes an object or an error of each. */
  readonly many: boolean;
}

/** Real files of the greatest length that is parsed have about so many. */
const MOST_TOKENS = 400_000;

/** Marks before a document, a scalar and the end, which take no place in the text. */
const MARKS = new Set(['\u{02}', '\u{18}', '\u{1f}']);
const OPENS = new Set(['[', '{']);
const CLOSES = new Set([']', '}']);
/** Each may begin a level on the same line. */
const NESTS = new Set(['-', '?', ':']);

/** Reads the tokens, in one pass. */
export function yamlTokens(text: string): YamlTokens {
  const comments = [];
  const nesting = new Nesting();
  let from = 0;
  let count = 0;
  for (const token of new Lexer().lex(text)) {
    if (++count > MOST_TOKENS) return { comments, depth: nesting.deepest, many: true };
    if (MARKS.has(token)) continue;
    const to = from + token.length;
    if (token.startsWith('#')) comments.push({ from, to });
    else nesting.take(token);
    from = to;
  }
  return { comments, depth: nesting.deepest, many: false };
}

class Nesting {
  deepest = 0;
  readonly #indents: number[] = [];
  #flow = 0;
  #inLine = 0;
  #indent = 0;
  #lineStart = true;

  take(token: string): void {
    if (token.endsWith('\n')) {
      this.#lineStart = true;
      this.#indent = 0;
      this.#inLine = 0;
    } else if (/^[ \t]+$/.test(token)) {
      if (this.#lineStart) this.#indent += token.length;
    } else this.#nest(token);
  }

  #nest(token: string): void {
    if (this.#lineStart) this.#beginLine();
    if (OPENS.has(token)) this.#flow++;
    else if (CLOSES.has(token)) this.#flow = Math.max(0, this.#flow - 1);
    else if (NESTS.has(token)) this.#inLine++;
    const depth = this.#indents.length + this.#flow + this.#inLine;
    this.deepest = Math.max(this.deepest, depth);
  }

  #beginLine(): void {
    this.#lineStart = false;
    const indents = this.#indents;
    while (indents.length > 0 && (indents.at(-1) as number) >= this.#indent) indents.pop();
    indents.push(this.#indent);
  }
}
