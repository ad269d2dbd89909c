import { TemplateError } from '../template-error.js';

interface Bracket {
  readonly sign: string;
  readonly at: number;
  /** A comma may stand before its end. */
  readonly trailingComma: boolean;
}

const CLOSED_BY: Readonly<Record<string, string>> = { '(': ')', '[': ']' };
const MAX_DEPTH = 32;

/** The brackets that are open inside a tag; the parser itself takes `(1]` for well-formed. */
export class Brackets {
  readonly #open: Bracket[] = [];

  open(bracket: Bracket): void {
    this.#open.push(bracket);
    if (this.#open.length > MAX_DEPTH) {
      throw new TemplateError(
        `Brackets are nested more than ${MAX_DEPTH} levels deep.`,
        bracket.at,
        'Give parts of the expression a name with {% set … %}.',
      );
    }
  }

  close(sign: string, at: number): Bracket {
    const bracket = this.#open.pop();
    if (bracket !== undefined && CLOSED_BY[bracket.sign] === sign) return bracket;
    throw new TemplateError(
      bracket === undefined
        ? `\`${sign}\` closes nothing.`
        : `\`${sign}\` cannot close \`${bracket.sign}\`.`,
      at,
    );
  }

  finish(): void {
    const bracket = this.#open.at(-1);
    if (bracket === undefined) return;
    throw new TemplateError(`\`${bracket.sign}\` is never closed in this tag.`, bracket.at);
  }
}
