import type { Interval } from '../../contract/run-view.js';

/** What binary fractions lose: 0.29 times 100 is a little less than 29. */
const LOST = 1e-9;

/** A share in percent, rounded down: `-` without one. */
export const percentText = (share: number | null): string =>
  share === null ? '-' : `${Math.floor(share * 100 + LOST)} %`;

/** Percentage points with their sign, rounded towards zero: no difference is shown larger than it is. */
export function pointsText(points: number | null): string {
  if (points === null) return '-';
  const whole = Math.trunc(points + Math.sign(points) * LOST);
  return `${whole > 0 ? '+' : ''}${whole === 0 ? 0 : whole}`;
}

/** The ends of an interval of percentage points, rounded outwards: it is shown no narrower than it is. */
export const rangeText = ({ low, high }: Interval): string =>
  `${signed(Math.floor(low + LOST))} to ${signed(Math.ceil(high - LOST))}`;

const signed = (whole: number): string => `${whole > 0 ? '+' : ''}${whole === 0 ? 0 : whole}`;

/** A probability: `0.031`, `< 0.001`. */
export const probabilityText = (p: number): string => (p < 0.001 ? '< 0.001' : p.toFixed(3));
