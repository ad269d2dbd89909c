import { cpuUsage } from 'node:process';
import { withinTime } from '../../../toolbox/time-budget.js';
import type { ScriptExpression } from './engines/look-around-source.js';

/** Milliseconds for one pattern in all texts. */
const DEADLINE = 25;
/** Milliseconds of processor time below which a search was not slow, but had to wait for a processor. */
const STARVED = 10;
const MOST_TRIES = 8;

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

/** On a machine with much else to do, a deadline passes before anything has happened. */
function withinDeadline(work: () => number): number | undefined {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const start = cpuUsage();
    const done = withinTime(DEADLINE, work);
    if (done !== undefined) return done.value;
    const { user, system } = cpuUsage(start);
    if ((user + system) / 1000 > STARVED) return undefined;
  }
  return undefined;
}
