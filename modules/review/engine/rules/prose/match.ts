/** Finds patterns among the mentions of a text. */
import type { Mention, Mentions } from './concepts.js';
import type { PatternText } from './pattern-text.js';
import { patternTexts } from './patterns.js';

interface Step {
  readonly concepts: readonly string[];
  /** Most words between the step before and this one. */
  readonly gap: number;
}

interface Pattern extends PatternText {
  readonly steps: readonly Step[];
  /** Whether the order does not matter. */
  readonly together: boolean;
}

export interface Match {
  readonly pattern: PatternText;
  readonly first: number;
  readonly last: number;
  /** Token of the first concept that the pattern names, mostly the verb. */
  readonly verb: number;
}

/** Concepts that stand together are looked for so many words to both sides. */
const TOGETHER = 40;

const patterns: readonly Pattern[] = patternTexts.flatMap((text) =>
  text.patterns.split(', ').map((pattern) => ({ ...text, ...compiled(pattern) })),
);

function compiled(pattern: string): Pick<Pattern, 'steps' | 'together'> {
  const together = pattern.includes('&');
  let gap = 0;
  const steps: Step[] = [];
  for (const part of pattern.split(/[\s&]+/))
    if (/^\d+$/.test(part)) gap = Number(part);
    else steps.push({ concepts: part.split('|'), gap });
  return { steps, together };
}

/** Patterns by the concepts that their first step may be. */
const byStart = new Map<string, readonly Pattern[]>();
for (const pattern of patterns)
  for (const concept of pattern.steps[0]?.concepts ?? [])
    byStart.set(concept, [...(byStart.get(concept) ?? []), pattern]);

/** Every pattern that the text matches, at most once per pattern and sentence. */
export function matchesOf(mentions: Mentions): readonly Match[] {
  const found: Match[] = [];
  const seen = new Set<Pattern>();
  for (const concept of mentions.byConcept.keys())
    for (const pattern of byStart.get(concept) ?? [])
      if (!seen.has(pattern)) {
        seen.add(pattern);
        for (const match of matchesOfPattern(pattern, mentions)) found.push(match);
      }
  return found;
}

function matchesOfPattern(pattern: Pattern, mentions: Mentions): readonly Match[] {
  const { byConcept } = mentions;
  if (!pattern.steps.every(({ concepts }) => concepts.some((one) => byConcept.has(one)))) return [];
  const found: Match[] = [];
  let sentence = -1;
  for (const start of stepMentions(pattern.steps[0] as Step, mentions)) {
    const own = sentenceOf(mentions, start.first);
    if (own === sentence) continue;
    const match = pattern.together
      ? together(pattern, start, mentions)
      : inOrder(pattern, start, mentions);
    if (match === undefined) continue;
    sentence = own;
    found.push({ pattern, ...match, verb: start.first });
  }
  return found;
}

const sentenceOf = ({ tokens }: Mentions, at: number): number => tokens[at]?.sentence ?? -1;

/** In order of their place. */
function stepMentions({ concepts }: Step, { byConcept }: Mentions): readonly Mention[] {
  const [only] = concepts;
  if (concepts.length === 1) return byConcept.get(only as string) ?? [];
  return concepts
    .flatMap((concept) => byConcept.get(concept) ?? [])
    .sort((one, other) => one.first - other.first);
}

function inOrder(pattern: Pattern, start: Mention, mentions: Mentions): Mention | undefined {
  const sentence = sentenceOf(mentions, start.first);
  const after = (last: number, index: number): number | undefined => {
    const step = pattern.steps[index];
    if (step === undefined) return last;
    for (const next of between(step, mentions, { from: last + 1, to: last + 1 + step.gap })) {
      if (sentenceOf(mentions, next.first) !== sentence) continue;
      const end = after(next.last, index + 1);
      if (end !== undefined) return end;
    }
    return undefined;
  };
  const last = after(start.last, 1);
  return last === undefined ? undefined : { first: start.first, last };
}

function together(pattern: Pattern, start: Mention, mentions: Mentions): Mention | undefined {
  const sentence = sentenceOf(mentions, start.first);
  let { last } = start;
  let { first } = start;
  const taken = [start];
  for (const step of pattern.steps.slice(1)) {
    const near = between(step, mentions, {
      from: start.first - TOGETHER,
      to: start.last + TOGETHER,
    }).find(
      (one) =>
        sentenceOf(mentions, one.first) === sentence &&
        taken.every((other) => one.last < other.first || one.first > other.last),
    );
    if (near === undefined) return undefined;
    taken.push(near);
    first = Math.min(first, near.first);
    last = Math.max(last, near.last);
  }
  return { first, last };
}

/** Mentions that begin within a range of tokens, by bisection. */
function between(
  step: Step,
  { byConcept }: Mentions,
  { from, to }: { readonly from: number; readonly to: number },
): readonly Mention[] {
  return step.concepts.flatMap((concept) => {
    const all = byConcept.get(concept) ?? [];
    let [low, high] = [0, all.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((all[middle] as Mention).first < from) low = middle + 1;
      else high = middle;
    }
    let end = low;
    while (end < all.length && (all[end] as Mention).first <= to) end++;
    return all.slice(low, end);
  });
}
