/** The lowest scores of the ranges by which searches are narrowed, the highest first. */
const FROM = [90, 70, 50, 0];

/** The range in which a score lies: `70-89`. */
export function scoreRangeOf(score: number): string {
  const at = FROM.findIndex((from) => score >= from);
  const above = FROM[at - 1];
  return `${FROM[at] ?? 0}-${above === undefined ? 100 : above - 1}`;
}
