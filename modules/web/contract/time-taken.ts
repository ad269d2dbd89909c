const UNITS: readonly (readonly [unit: string, seconds: number])[] = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
];

/** The time between two instants as pages show it, in its two largest units: `4 min 12 s`. */
export function timeTaken(from: string, to: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));
  const largest = UNITS.findIndex(([, length]) => seconds >= length);
  if (largest < 0) return '0 s';
  let rest = seconds;
  const parts = UNITS.slice(largest, largest + 2).map(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return [count, unit] as const;
  });
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}
