/** How patterns are written: concepts in order with the most words between them, or concepts that stand together (`&`). */
import type { RuleName } from './rule-texts.js';

/** What a match contributes to the judgement of its surroundings. */
export type Trait = 'harm' | 'conceal' | 'override' | 'authority' | 'approval';

export interface PatternText {
  readonly rule: RuleName;
  /** Between commas, each `CONCEPT n CONCEPT …` or `CONCEPT & CONCEPT …`; `A|B` is one of them. */
  readonly patterns: string;
  /** 1 is a weak cue, 2 a clear sign, 3 a complete attack that leaves little other reading. */
  readonly weight: 1 | 2 | 3;
  readonly trait?: Trait;
  /** Whether a negation before it turns it around. The others hold a negation of their own. */
  readonly negatable: boolean;
  /** Whether it counts as weaker where it is no order. */
  readonly order: boolean;
}

export const order = { negatable: true, order: true };
export const plain = { negatable: true, order: false };
export const negated = { negatable: false, order: false };
