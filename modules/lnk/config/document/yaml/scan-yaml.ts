import { Lexer } from 'yaml';
import type { Mistake } from '../../problem.js';
import { DEEPEST, tooDeep } from '../document.js';

/** What the tokens of a text say before it is parsed. */
export interface YamlScan {
  /** What this configuration does not accept, though YAML has it. */
  readonly refused: readonly Mistake[];
  /** Why the text must not be parsed. */
  readonly stop: Mistake | undefined;
}

/**
 * The parser is recursive, and would end the process with the stack. The scan counts a level twice at most, and may miss every
 * second one: the tree is counted exactly.
 */
const MOST_LEVELS = 3 * DEEPEST;

/** Files of the greatest length have fewer, unless they consist of signs only. */
const MOST_TOKENS = 150_000;

/** Signs that say that a scalar follows, a document begins, or the text ends: they take no place. */
const MARKS = new Set(['\u{02}', '\u{18}', '\u{1f}', '\u{feff}']);

export function scanYaml(text: string): YamlScan {
  const refused: Mistake[] = [];
  const nesting = new Nesting();
  let [from, count, content] = [0, 0, false];
  for (const token of new Lexer().lex(text)) {
    if (MARKS.has(token) && !text.startsWith(token, from)) {
      content = token === '\u{1f}';
      continue;
    }
    const mistake = content ? undefined : refusedToken(token, from);
    if (mistake !== undefined) refused.push(mistake);
    nesting.take(token, content);
    content = false;
    if (nesting.depth > MOST_LEVELS) return { refused, stop: tooDeep([], from) };
    if (++count > MOST_TOKENS) return { refused, stop: tooMany(from) };
    from += token.length;
  }
  return { refused, stop: undefined };
}

const tooMany = (at: number): Mistake => ({
  path: [],
  at,
  message: 'The file has more signs of YAML than a configuration can have.',
  hint: 'Remove what is repeated in it.',
});

function refusedToken(token: string, at: number): Mistake | undefined {
  if (token.startsWith('!'))
    return {
      path: [],
      at,
      message: `The tag ${token.slice(0, 40)} is not accepted: values have their types without tags.`,
      hint: 'Remove it; put a value in quotes to make it a text.',
    };
  if (!token.startsWith('%') || /^%YAML 1\.2\s*$/.test(token)) return undefined;
  return {
    path: [],
    at,
    message: `The directive ${token.slice(0, 40)} is not accepted: the file is read as YAML 1.2.`,
    hint: 'Remove the line.',
  };
}

const BLOCK = new Set(['-', '?', ':']);

/** Counts the levels of blocks by the columns in which they begin, and those of brackets. */
class Nesting {
  /** Columns of the blocks around, ascending. */
  readonly #columns: number[] = [];
  /** Of each open bracket: the colons since its last comma, each of which the parser takes for a level. */
  readonly #flow: number[] = [];
  #colons = 0;
  #column = 0;
  #begins = true;

  get depth(): number {
    return this.#columns.length + this.#flow.length + this.#colons;
  }

  take(token: string, content: boolean): void {
    const blank = !content && /^[ \t]+$/.test(token);
    if (!blank && !token.startsWith('\n') && !token.startsWith('\r')) this.#sign(token, content);
    const lineBreak = token.lastIndexOf('\n');
    if (lineBreak === -1) this.#column += token.length;
    else {
      this.#column = token.length - lineBreak - 1;
      this.#begins = true;
    }
  }

  #sign(token: string, content: boolean): void {
    if (this.#begins && this.#flow.length === 0) this.#begin();
    this.#begins = false;
    if (content) return;
    if (token === '[' || token === '{') this.#flow.push(0);
    else if (this.#flow.length > 0) this.#inFlow(token);
    else if (BLOCK.has(token)) this.#begins = true;
  }

  #inFlow(token: string): void {
    const last = this.#flow.length - 1;
    if (token === ':') this.#count(last, 1);
    else if (token === ',') this.#count(last, -(this.#flow[last] ?? 0));
    else if (token === ']' || token === '}') {
      this.#count(last, -(this.#flow[last] ?? 0));
      this.#flow.pop();
    }
  }

  #count(index: number, colons: number): void {
    this.#colons += colons;
    this.#flow[index] = (this.#flow[index] ?? 0) + colons;
  }

  #begin(): void {
    const columns = this.#columns;
    while (columns.length > 0 && (columns.at(-1) as number) >= this.#column) columns.pop();
    columns.push(this.#column);
  }
}
