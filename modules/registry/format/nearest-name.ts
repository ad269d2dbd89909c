import { distance as editDistance } from 'fastest-levenshtein';

/** The known name that `name` is probably a misspelling of: at most two edits away, or the same but for case and separators. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  if (name.length > 64) return undefined;
  let best: { name: string; distance: number } | undefined;
  for (const candidate of known) {
    const limit = candidate.length < 5 ? 1 : 2;
    if (Math.abs(name.length - candidate.length) > limit) continue;
    const distance = fold(name) === fold(candidate) ? 0 : editDistance(name, candidate);
    if (distance <= limit && (best === undefined || distance < best.distance))
      best = { name: candidate, distance };
  }
  return best?.name;
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, '');
}
