const MEANT: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['yes', true],
  ['no', false],
  ['null', null],
  ['none', null],
  ['nil', null],
  ['undefined', null],
]);

const NUMERIC = /^[+-]?(?:\d[\d.eExXa-fA-F+-]*|\.\d+)$/;

/** What a word means that is no value of JSON; `undefined` when nobody can know. */
export function lenientWord(word: string): string | number | boolean | null | undefined {
  if (/^'[^]*'$/.test(word)) return word.slice(1, -1);
  const meant = MEANT.get(word.toLowerCase());
  if (meant !== undefined) return meant;
  const value = NUMERIC.test(word) ? Number(word) : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

/** What to write in its place. */
export function wordHint(word: string): string {
  const value = lenientWord(word);
  if (value === undefined) return 'Put texts in double quotes.';
  return `Write ${JSON.stringify(value)}.`;
}
