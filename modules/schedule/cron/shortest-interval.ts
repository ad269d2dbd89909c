import type { LocalTimes } from './local-times.js';
import { DAY } from './zones.js';

const MINUTE = 60_000;
const YEARS = 9;

/** The shortest time in minutes between two consecutive times in the nine years from a day on; `Infinity` if there are no two. */
export function shortestInterval(local: LocalTimes, from: number): number {
  const [first = 0, last = 0] = [local.ofDay.at(0), local.ofDay.at(-1)];
  const days = [...local.days(from, from + YEARS * 366)];
  const between = shortest(days) * DAY - (last - first);
  const within = days.length === 0 ? Infinity : shortest(local.ofDay);
  return Math.min(within, between) / MINUTE;
}

function shortest(ascending: readonly number[]): number {
  let least = Infinity;
  let previous = -Infinity;
  for (const value of ascending) {
    least = Math.min(least, value - previous);
    previous = value;
  }
  return least;
}
