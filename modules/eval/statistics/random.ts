import { createHash } from 'node:crypto';

/** The next of a series of evenly distributed whole numbers from 0 to 2³² − 1. */
export type Random = () => number;

/** The generator sfc32. The same seed has the same series on every machine, so that statistics can be repeated. */
export function randomOf(seed: string): Random {
  const state = new Uint32Array(createHash('sha256').update(seed).digest().buffer.slice(0, 16));
  let [a = 0, b = 0, c = 0, counter = 0] = state;
  return () => {
    const next = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + next;
    return next >>> 0;
  };
}

/** A whole number from 0 to `end` − 1. */
export const below = (end: number, random: Random): number => ((random() / 2 ** 32) * end) >>> 0;
