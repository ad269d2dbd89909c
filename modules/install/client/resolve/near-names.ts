import { distance } from 'fastest-levenshtein';

const MOST = 5;
/** Longer texts are no names, and comparing them takes long. */
const LONGEST = 100;

/** The known names that a name is probably a misspelling or a part of, the nearest first. */
export function nearNames(name: string, known: readonly string[]): readonly string[] {
  if (name.length > LONGEST) return [];
  const limit = Math.max(2, Math.floor(name.length / 3));
  const near = known
    .map((other) => ({ other, far: farness(name.toLowerCase(), other) }))
    .filter(({ far }) => far <= limit)
    .sort((a, b) => a.far - b.far);
  return near.slice(0, MOST).map(({ other }) => other);
}

function farness(name: string, other: string): number {
  const isPart = name.length > 2 && (other.includes(name) || name.includes(other));
  return isPart ? 1 : distance(name, other);
}
