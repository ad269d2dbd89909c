export const sumOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0);

/** `NaN` for none. */
export const meanOf = (values: readonly number[]): number => sumOf(values) / values.length;

/** Of a sample; 0 for fewer than two values. */
export function deviationOf(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const mean = meanOf(values);
  const squares = sumOf(values.map((value) => (value - mean) ** 2));
  return Math.sqrt(squares / (values.length - 1));
}
