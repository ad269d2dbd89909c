/** What a loop goes through. */
import { union, unknown, type Flow } from './flow.js';

const MOST_ROUNDS = 12;
/** Loops within loops multiply. */
const ALL_ROUNDS = 240;

export class Rounds {
  #spent = 0;

  /** A few values one after the other; more of them as one that stands for all. */
  of(name: string, values: readonly Flow[]): readonly Flow[] {
    const each =
      values.length > 0 &&
      values.length <= MOST_ROUNDS &&
      this.#spent + values.length <= ALL_ROUNDS;
    if (!each) return [unknown(name, union(values.map(({ sources }) => sources)))];
    this.#spent += values.length;
    return values;
  }
}
