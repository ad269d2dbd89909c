/** Brackets of programs: those that hold values, and blocks of statements inside of them. */
import type { Token } from './tokens.js';

const OPENS = new Map([
  ['(', ')'],
  ['[', ']'],
]);

export interface Brackets {
  /** Where the brackets close that hold values. */
  readonly values: ReadonlyMap<number, number>;
  /** Where blocks of statements close that stand inside of brackets, such as functions that a call is given. */
  readonly blocks: ReadonlyMap<number, number>;
}

/** All brackets that are closed; braces only where they hold a list or stand inside of other brackets. */
export function bracketsOf(tokens: readonly Token[]): Brackets {
  const pairs = new Pairs(tokens);
  for (const [at, { kind, text }] of tokens.entries()) if (kind === 'mark') pairs.mark(at, text);
  return pairs;
}

class Pairs implements Brackets {
  readonly values = new Map<number, number>();
  readonly blocks = new Map<number, number>();
  readonly #open: { readonly at: number; readonly mark: string }[] = [];
  readonly #braces: { readonly at: number; readonly depth: number }[] = [];

  constructor(private readonly tokens: readonly Token[]) {}

  mark(at: number, text: string): void {
    const closing = OPENS.get(text);
    const last = this.#open.at(-1);
    if (closing !== undefined) this.#open.push({ at, mark: closing });
    else if (text === '{') this.#braces.push({ at, depth: this.#open.length });
    else if (text === '}') this.#closeBrace(at);
    else if (last?.mark === text) {
      this.#open.pop();
      this.values.set(last.at, at);
    }
  }

  #closeBrace(at: number): void {
    const brace = this.#braces.pop();
    const depth = this.#open.length;
    if (brace === undefined || brace.depth !== depth) return;
    if (isList(this.tokens, brace.at)) this.values.set(brace.at, at);
    else if (depth > 0 && holdsStatements(this.tokens, brace.at)) this.blocks.set(brace.at, at);
  }
}

/** Marks before the type of a list in Go. */
const BEFORE_TYPE = /^(?:[:=(,]|:=|return|range)$/;

/** Whether braces hold a list: `[]string{`, `new String[]{`, `String[] parts = {`, `char *parts[] = {`. */
function isList(tokens: readonly Token[], at: number): boolean {
  const before = (steps: number): string => tokens[at - steps]?.text ?? '';
  if (before(1) === '=') return before(2) === ']' || before(3) === ']';
  if (before(1) === ']') return before(2) === '[' && before(4) === 'new';
  return before(2) === ']' && before(3) === '[' && BEFORE_TYPE.test(before(4));
}

/** Whether braces are a function's and not those of a table: a head in brackets stands before them, or a word that begins a block. */
function holdsStatements(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  return (
    before !== undefined && (before.text === ')' || before.text === '>' || before.kind === 'word')
  );
}
