/** P(|T| ≤ t) of Student's distribution: the finite series for whole degrees of freedom (Abramowitz and Stegun, 26.7.3 and 26.7.4). */
function within(t: number, freedom: number): number {
  const angle = Math.atan(t / Math.sqrt(freedom));
  const cosine = Math.cos(angle);
  const odd = freedom % 2 === 1;
  let term = odd ? cosine : 1;
  let sum = freedom === 1 ? 0 : term;
  for (let power = odd ? 3 : 2; power <= freedom - 2; power += 2) {
    term *= (cosine * cosine * (power - 1)) / power;
    sum += term;
  }
  return odd ? (2 / Math.PI) * (angle + Math.sin(angle) * sum) : Math.sin(angle) * sum;
}

/** The t for which P(|T| ≤ t) = 0.95, by bisection. `freedom` is a whole number from 1. */
export function t95(freedom: number): number {
  let low = 1.9;
  let high = 12.8;
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (within(middle, freedom) < 0.95) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
