/** Weights are decimal fractions. They are added as the millionths that their digits say, because 0.1 + 0.2 is not 0.3 to a computer. */
const WEIGHT = /^(?:0(?:\.(\d{1,6}))?|1)$/;
const WHOLE = 1_000_000;

/** Millionths; `undefined` for what is no number from 0 to 1 with at most 6 decimals. */
function millionths(weight: number): number | undefined {
  const match = WEIGHT.exec(decimal(weight));
  if (match === null) return undefined;
  const [text, decimals = ''] = match;
  return text === '1' ? WHOLE : Number(decimals.padEnd(6, '0'));
}

/** A number as one writes it: 0.000001, not 1e-6. */
const decimal = (value: number): string =>
  /e-/.test(String(value)) ? value.toFixed(20).replace(/0+$/, '') : String(value);

export const isWeight = (weight: number): boolean => millionths(weight) !== undefined;

/** What weights sum to, as text, if that is not exactly 1. */
export function wrongSum(weights: readonly number[]): string | undefined {
  const sum = weights.reduce((all, weight) => all + (millionths(weight) ?? 0), 0);
  if (sum === WHOLE) return undefined;
  const [whole, rest] = [Math.floor(sum / WHOLE), String(sum % WHOLE).padStart(6, '0')];
  return `${whole}.${rest}`.replace(/0+$/, '').replace(/\.$/, '.0');
}
