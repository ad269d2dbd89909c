import { distance } from 'fastest-levenshtein';

/** The known word that was probably meant, if one is near enough: two of its letters or a third of them may differ. */
export function similar(word: string, known: Iterable<string>): string | undefined {
  const nearest = [...known]
    .map((name) => ({ name, steps: distance(word.slice(0, 40), name) }))
    .sort((left, right) => left.steps - right.steps || (left.name < right.name ? -1 : 1))[0];
  if (nearest === undefined) return undefined;
  return nearest.steps < Math.min(nearest.name.length, Math.max(3, Math.ceil(nearest.name.length / 3))) ? nearest.name : undefined;
}
