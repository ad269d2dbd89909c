import type { TextPosition } from '../../../../toolbox/text-position.js';

/** Lines and columns of many offsets of one text. */
export class LinePositions {
  readonly #starts: readonly number[];

  constructor(text: string) {
    const ends = [...text.matchAll(/\r\n|\r|\n/g)].map(({ index, 0: end }) => index + end.length);
    this.#starts = [0, ...ends];
  }

  at(offset: number): TextPosition {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#starts[low] as number) + 1 };
  }
}
