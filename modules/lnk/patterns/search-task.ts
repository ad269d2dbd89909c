import { cpuUsage } from 'node:process';
import { withinTime } from '../../../toolbox/time-budget.js';
import type { ScriptExpression } from './engines/look-around-source.js';

/** Milliseconds of processor time for one pattern in all texts. */
const DEADLINE = 25;
/** A search that had this part of its deadline was slow; with less it had to wait for a processor. */
const FAIR_PART = 0.8;
/** Milliseconds after which a search is given up, however little processor time it had. */
const LONGEST = 1600;

export interface SearchTask {
  readonly expressions: readonly ScriptExpression[];
  readonly texts: readonly string[];
}

export interface SearchResult {
  /** Index of the first text that the pattern is in. */
  readonly matched: number | null;
  /** Searching was given up: whether the pattern is in the texts is not known. */
  readonly tookTooLong: boolean;
}

/** Searches with each expression, each within a time of its own. */
export function searched({ expressions, texts }: SearchTask): readonly SearchResult[] {
  return expressions.map(({ source, flags }) => {
    const expression = new RegExp(source, flags);
    const found = withinDeadline(() => texts.findIndex((text) => expression.test(text)));
    if (found === undefined) return { matched: null, tookTooLong: true };
    return { matched: found < 0 ? null : found, tookTooLong: false };
  });
}

/** On a machine with much else to do a deadline passes before anything has happened: the search then gets twice the time. */
function withinDeadline(work: () => number): number | undefined {
  for (let limit = DEADLINE; limit <= LONGEST; limit *= 2) {
    const start = cpuUsage();
    const done = withinTime(limit, work);
    if (done !== undefined) return done.value;
    const { user, system } = cpuUsage(start);
    if ((user + system) / 1000 >= DEADLINE * FAIR_PART) return undefined;
  }
  return undefined;
}
