import { distance } from 'fastest-levenshtein';

/** Two letters or a third of them may differ, but never all of them. */
const isNear = (name: string, steps: number): boolean =>
  steps < Math.min(name.length, Math.max(3, Math.ceil(name.length / 3)));

/** The known word that was probably meant, if one is near enough. */
export function similar(word: string, known: Iterable<string>): string | undefined {
  return [...known]
    .map((name) => ({ name, steps: distance(word.slice(0, 40), name) }))
    .filter(({ name, steps }) => isNear(name, steps))
    .sort((left, right) => left.steps - right.steps || (left.name < right.name ? -1 : 1))[0]?.name;
}
