import type { Interval } from '../contract/run-view.js';

/** Rounding errors must not take a whole number down to the one below it. */
const ERROR = 1e-9;

/** Rounded down, so that nothing seems better than it is. */
function floored(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  // `+ 0` makes 0 of -0
  return Math.floor(value * scale + ERROR) / scale + 0;
}

const ceiled = (value: number, decimals: number): number => -floored(-value, decimals) + 0;

/** A score or a share as a percentage, rounded down: `83%`. */
export const percentOf = (share: number): string => `${floored(share * 100, 0)}%`;

/** The same of a share that is better when it is smaller: rounded up. */
export const percentUpOf = (share: number): string => `${ceiled(share * 100, 0)}%`;

/** Points of a criterion: `2.5`. */
export const scoreOf = (points: number): string => String(floored(points, 2));

/** A difference in percentage points, rounded towards zero: `+12.3`. */
export function liftOf(points: number): string {
  const size = floored(Math.abs(points), 1);
  if (size === 0) return '0.0';
  return `${points < 0 ? '−' : '+'}${size.toFixed(1)}`;
}

/** `+4.1 to +20.6`; the ends are rounded outwards. */
export function liftIntervalOf({ low, high }: Interval): string {
  return `${signed(floored(low, 1))} to ${signed(ceiled(high, 1))}`;
}

const signed = (value: number): string =>
  value === 0 ? '0.0' : `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`;

/** `71% to 92%`; the ends are rounded outwards. */
export const shareIntervalOf = ({ low, high }: Interval): string =>
  `${percentOf(low)} to ${percentUpOf(high)}`;

/** Rounded up, so that none seems to be below the level that is not: `p = 0.032`. */
export const pOf = (p: number): string =>
  p < 0.001 ? 'p < 0.001' : `p = ${ceiled(p, 3).toFixed(3)}`;
