import type { Budget } from './budget.js';

/** A text that was made from a template. */
export interface RenderedText {
  readonly text: string;
  /**
   * The offset in the source that a character comes from: its own for literal text, the start of
   * the tag for what an expression gave.
   */
  sourceOffset(renderedOffset: number): number;
}

interface Piece {
  readonly from: number;
  readonly source: number;
  readonly isLiteral: boolean;
}

/** Where a rendering writes to. */
export class Output {
  readonly #texts: string[] = [];
  readonly #pieces: Piece[] = [];
  #length = 0;

  constructor(readonly budget: Budget) {}

  literal(text: string, at: number): void {
    this.#add(text, { from: this.#length, source: at, isLiteral: true });
  }

  value(text: string, at: number): void {
    this.#add(text, { from: this.#length, source: at, isLiteral: false });
  }

  #add(text: string, piece: Piece): void {
    this.#length += text.length;
    if (this.#length > this.budget.limits.output) this.budget.text(this.#length);
    this.budget.text(text.length);
    if (text === '') return;
    this.#texts.push(text);
    this.#pieces.push(piece);
  }

  text(): string {
    return this.#texts.join('');
  }

  finish(sourceLength: number): RenderedText {
    const text = this.text();
    const pieces = this.#pieces;
    return {
      text,
      sourceOffset: (offset) =>
        offset >= text.length ? sourceLength : sourceOf(pieces, Math.max(0, offset)),
    };
  }
}

function sourceOf(pieces: readonly Piece[], offset: number): number {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((pieces[middle]?.from ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  const piece = pieces[low];
  if (piece === undefined) return 0;
  return piece.isLiteral ? piece.source + offset - piece.from : piece.source;
}
