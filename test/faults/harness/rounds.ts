/** Set by `npm run test:nightly`. */
export const LONG = process.env['SVC_TEST_LONG'] !== undefined;

const asked = (variable: string): number | undefined =>
  process.env[variable] === undefined ? undefined : Number(process.env[variable]);

/** How often to repeat: a few times on every change, many times at night, or as `SVC_TEST_ROUNDS` says. */
export const rounds = (short: number, long: number): number =>
  asked('SVC_TEST_ROUNDS') ?? (LONG ? long : short);

/** Among how many writes a server is killed, where `SVC_TEST_WRITES` says so; otherwise it is killed after a moment. */
export const KILLED_AMONG = asked('SVC_TEST_WRITES');

/** Of cases that resemble each other: by day the first and every so many after it, at night all. */
export const sampleOf = <T>(all: readonly T[], every: number): readonly T[] =>
  all.filter((_, at) => LONG || at % every === 0);

/** Cases that resemble others so much that by day those others are enough. */
export const atNight = <T>(cases: readonly T[]): readonly T[] => (LONG ? cases : []);

const BATCH = 20;

/** So many rounds in parts, each with data of its own: what is looked at after a round grows with the rounds before it. */
export function batches(all: number): number[] {
  const whole = Array.from({ length: Math.floor(all / BATCH) }, () => BATCH);
  return all % BATCH === 0 ? whole : [...whole, all % BATCH];
}

/** A whole number from `least` to `most`. */
export const between = (least: number, most: number): number =>
  least + Math.floor(Math.random() * (most - least + 1));

export const wait = (milliseconds: number): Promise<void> =>
  new Promise((wake) => setTimeout(wake, milliseconds));
