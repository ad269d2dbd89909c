import type { Term, Terms } from './terms.js';

/** What a hit is ranked by. */
export interface Candidate {
  /** Stems of its name and of its description, as the index holds them, with blanks between. */
  readonly nameWords: string;
  readonly descriptionWords: string;
  /** The terms that occur anywhere in it, by their index in the list. */
  readonly found: ReadonlySet<number>;
}

export interface Ranked<C> {
  readonly candidate: C;
  readonly score: number;
  /** Less than a third of the query occurs in it, weighted by rarity. */
  readonly weak: boolean;
}

/** Weights of the fields in which a word can occur. The text counts once, however often it has the word. */
const NAME = 6;
const DESCRIPTION = 2;
const TEXT = 0.6;
/** Usual length of names and descriptions in words: in longer ones a word counts less. */
const NAME_LENGTH = 4;
const DESCRIPTION_LENGTH = 40;
const LENGTH_COUNTS = 0.5;
const MOST_TIMES = 2;
const SATURATION = 1.2;
/** Scores are rounded, so that sums that differ only by rounding errors are equal. */
const PRECISION = 1e9;

/**
 * Ranks hits by the words that they have: rare words count more than frequent ones, names more than descriptions, and hits that have
 * all words come before those that have some. It looks at the candidates alone, so the same candidates have the same order on every engine.
 */
export function rank<C extends Candidate>(candidates: readonly C[], { terms }: Terms): Ranked<C>[] {
  const wanted = wantedStems(terms);
  const inText = terms.map(
    ({ stems }) => (Math.max(...stems.values()) * TEXT) / (TEXT + SATURATION),
  );
  const strengths = candidates.map((candidate) => strengthsOf(candidate, wanted, inText));
  const rarity = terms.map((_term, at) =>
    rarityOf(strengths.filter((each) => (each[at] ?? 0) > 0).length, candidates.length),
  );
  return candidates.map((candidate, at) => ({
    candidate,
    ...scoreOf(strengths[at] ?? [], { terms, rarity }),
  }));
}

function scoreOf(
  strengths: readonly number[],
  { terms, rarity }: { readonly terms: readonly Term[]; readonly rarity: readonly number[] },
): { readonly score: number; readonly weak: boolean } {
  const wanted = terms.flatMap(({ extra }, at) => (extra ? [] : [at]));
  const had = wanted.filter((at) => (strengths[at] ?? 0) > 0);
  // if the joined form of two words is found, both count as found
  const asOne = terms.filter(({ extra }, at) => extra && (strengths[at] ?? 0) > 0).length;
  const share = Math.min(1, (had.length + asOne) / wanted.length);
  const sum = strengths.reduce((total, strength, at) => total + strength * (rarity[at] ?? 0), 0);
  const weightOf = (list: readonly number[]): number =>
    list.reduce((total, at) => total + (rarity[at] ?? 0), 0);
  const whole = weightOf(wanted);
  return {
    score: Math.round((sum / whole) * share * PRECISION) / PRECISION,
    weak: asOne === 0 && weightOf(had) < whole / 3,
  };
}

/** The fewer candidates have a word, the more it counts. */
const rarityOf = (having: number, all: number): number =>
  Math.log(1 + (all - having + 0.5) / (having + 0.5));

/** For each stem, its terms and how near it is to them. */
type WantedStems = ReadonlyMap<
  string,
  readonly { readonly at: number; readonly nearness: number }[]
>;

function wantedStems(terms: readonly Term[]): WantedStems {
  const wanted = new Map<string, { at: number; nearness: number }[]>();
  for (const [at, { stems }] of terms.entries())
    for (const [stem, nearness] of stems)
      wanted.set(stem, [...(wanted.get(stem) ?? []), { at, nearness }]);
  return wanted;
}

function strengthsOf(
  { nameWords, descriptionWords, found }: Candidate,
  wanted: WantedStems,
  inText: readonly number[],
): number[] {
  const [name, description] = [countsOf(nameWords, wanted), countsOf(descriptionWords, wanted)];
  const best = inText.map(() => 0);
  for (const stem of new Set([...name.counts.keys(), ...description.counts.keys()])) {
    const count =
      (NAME * Math.min(1, name.counts.get(stem) ?? 0)) / lengthOf(name.length, NAME_LENGTH) +
      (DESCRIPTION * Math.min(MOST_TIMES, description.counts.get(stem) ?? 0)) /
        lengthOf(description.length, DESCRIPTION_LENGTH);
    for (const { at, nearness } of wanted.get(stem) ?? [])
      best[at] = Math.max(best[at] ?? 0, (nearness * count) / (count + SATURATION));
  }
  return best.map((strength, at) =>
    strength === 0 && found.has(at) ? (inText[at] ?? 0) : strength,
  );
}

const lengthOf = (words: number, average: number): number =>
  1 + LENGTH_COUNTS * Math.max(0, words / average - 1);

/** How often the wanted words occur, and how many words there are. */
function countsOf(
  words: string,
  wanted: WantedStems,
): { readonly counts: ReadonlyMap<string, number>; readonly length: number } {
  const list = words === '' ? [] : words.split(' ');
  const counts = new Map<string, number>();
  for (const word of list) if (wanted.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { counts, length: list.length };
}
