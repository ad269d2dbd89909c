/** No argument of a program can have it. */
const GUARD = '\0';

/**
 * Words that yargs would take for flags, and that are values: a lone `-`, and all behind `--`. `unguarded` takes the mark off again.
 */
export function guardedWords(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--');
  const isValue = (word: string, index: number): boolean =>
    word === '-' || (end !== -1 && index > end && word.startsWith('-'));
  return words.map((word, index) => (isValue(word, index) ? `${GUARD}${word}` : word));
}

/** The text without the marks of `guardedWords`. */
export const unguarded = (text: string): string => text.replaceAll(GUARD, '');

/** The same for a message of yargs, which quotes values as JSON. */
export const unguardedMessage = (message: string): string =>
  unguarded(message).replaceAll('\\u0000', '');
