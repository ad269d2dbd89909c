/** Functions that are computed while reading. */
import type { At } from '../../../unit.js';
import type { Known } from '../known.js';

/** A call whose arguments are known as far as they can be. */
export interface FoldCall {
  /** What the method belongs to. */
  readonly self: Known;
  readonly args: readonly Known[];
  readonly named: (name: string) => Known | undefined;
  readonly at: At;
}

/** The result; `undefined` where it cannot be computed. */
export type Fold = (call: FoldCall) => Known | undefined;
