/** Ranks from 1; equal values share the mean of theirs. */
function ranks(values) {
  const order = values.map((_, index) => index).sort((one, other) => values[one] - values[other]);
  const found = new Array(values.length);
  for (let from = 0, to = 0; from < order.length; from = to) {
    while (to < order.length && values[order[to]] === values[order[from]]) to++;
    for (let at = from; at < to; at++) found[order[at]] = (from + to + 1) / 2;
  }
  return found;
}

/** Spearman's rank correlation; `NaN` if one side has a single value only. */
export function spearman(ones, others) {
  const [a, b] = [centred(ranks(ones)), centred(ranks(others))];
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

export function centred(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value - mean);
}

const dot = (a, b) => a.reduce((sum, value, index) => sum + value * b[index], 0);

/** The value below which a share of the others lies. */
export function quantile(values, share) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? NaN;
}
