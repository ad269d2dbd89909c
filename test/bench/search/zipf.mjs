const WORDS = 50_000;

/** Numbers from 0 to 1, the same ones for a seed. */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Words `w1` to `w50000`, as frequent as words of a language: the nth a nth as often as the first. */
export function wordSource(seed) {
  const sums = new Float64Array(WORDS);
  let sum = 0;
  for (let rank = 1; rank <= WORDS; rank++) sums[rank - 1] = sum += 1 / rank;
  const next = random(seed);
  return () => {
    const wanted = next() * sum;
    let [low, high] = [0, WORDS - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle] < wanted) low = middle + 1;
      else high = middle;
    }
    return `w${low + 1}`;
  };
}
