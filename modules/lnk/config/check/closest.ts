import { distance } from 'fastest-levenshtein';

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]/g, '');

/** The name that was probably meant: the same letters, or a few other ones. */
export function closest(typed: string, names: readonly string[]): string | undefined {
  const letters = plain(typed);
  if (letters === '' || letters.length > 60) return undefined;
  const ranked = names
    .map((name) => ({ name, far: distance(letters, plain(name)) }))
    .sort((a, b) => a.far - b.far);
  const [best] = ranked;
  return best !== undefined && best.far <= Math.max(1, letters.length / 4) ? best.name : undefined;
}
