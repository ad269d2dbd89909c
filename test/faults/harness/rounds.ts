/** Set by `npm run test:nightly`. */
export const LONG = process.env['SVC_TEST_LONG'] !== undefined;

/** How often to repeat: a few times on every change, many times at night. */
export const rounds = (short: number, long: number): number => (LONG ? long : short);

const BATCH = 20;

/** So many rounds in parts, each with data of its own: what is looked at after a round grows with the rounds before it. */
export function batches(all: number): number[] {
  const whole = Array.from({ length: Math.floor(all / BATCH) }, () => BATCH);
  return all % BATCH === 0 ? whole : [...whole, all % BATCH];
}

/** A whole number from `least` to `most`. */
export const between = (least: number, most: number): number => least + Math.floor(Math.random() * (most - least + 1));

export const wait = (milliseconds: number): Promise<void> => new Promise((wake) => setTimeout(wake, milliseconds));
