/** What a dimension is made of: features with weights. */
import type { Cap } from '../caps.js';
import type { Content } from '../document/content.js';
import type { Description } from '../document/description.js';
import type { Skill } from '../document/skill.js';

/** A skill with what several dimensions need of it. */
export interface Subject {
  readonly skill: Skill;
  readonly description: Description;
  readonly content: Content;
  readonly caps: readonly Cap[];
}

export interface Located {
  readonly line: number;
  /** Left out for `SKILL.md`. */
  readonly file?: string;
  readonly excerpt?: string;
}

/** How far a feature holds, between 0 and 1, and the lines that show it. */
export interface Measure {
  readonly share: number;
  readonly at: readonly Located[];
}

/** The same for every skill, or in words that fit this one. */
type Words = string | ((subject: Subject) => string);

export const wordsFor = (words: Words, subject: Subject): string =>
  typeof words === 'string' ? words : words(subject);

export interface Feature {
  /** Points of the scale that it adds where it fully holds; those of a fault are below 0. */
  readonly points: number;
  /** What a line shows where it holds. */
  readonly reason: Words;
  /** What to do where it does not hold, or where a fault does. Left out where another feature of the dimension has the better advice. */
  readonly suggestion?: Words;
  readonly measure: (subject: Subject) => Measure;
}

export interface Dimension {
  readonly id: string;
  readonly weight: number;
  /** The part of `SKILL.md` that it is about. */
  readonly about: 'description' | 'instructions';
  readonly features: readonly Feature[];
}

/** So many of something are enough. */
export const upTo = (enough: number, at: readonly Located[]): Measure => ({
  share: Math.min(1, at.length / enough),
  at,
});

export const NOTHING: Measure = { share: 0, at: [] };

/** A line of descending values between points of a scale: 1 up to the first, 0 from the last on. */
export function falling(
  value: number,
  bands: readonly (readonly [at: number, share: number])[],
): number {
  let [low, high] = [bands[0] ?? [0, 1], bands[0] ?? [0, 1]] as [
    readonly [number, number],
    readonly [number, number],
  ];
  for (const band of bands) {
    high = band;
    if (value <= band[0]) break;
    low = band;
  }
  if (value <= low[0] || high[0] === low[0]) return low[1];
  if (value >= high[0]) return high[1];
  return low[1] + ((value - low[0]) / (high[0] - low[0])) * (high[1] - low[1]);
}
