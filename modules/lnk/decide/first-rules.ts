import type { Decision, Rule } from './decision.js';

/** A rule that applies to what was asked. */
export interface AppliedRule<Verdict extends string = string> extends Rule {
  readonly verdict: Verdict;
  /** What the answer depends on when this rule decides. */
  readonly notes?: readonly string[];
}

type Found<Applied> = Applied | undefined | readonly Applied[];

/** Says whether a rule applies; for a list, its entries in the order in which they count. */
export type RuleFinder<Question, Applied extends AppliedRule> = (
  question: Question,
) => Found<Applied> | Promise<Found<Applied>>;

/** The first two rules that apply, as the strongest is tried first. One of `finders` has to find a rule for every question. */
export async function firstRules<Question, Applied extends AppliedRule>(
  finders: readonly RuleFinder<Question, Applied>[],
  question: Question,
): Promise<readonly [first: Applied, next: Applied | undefined]> {
  const applied: Applied[] = [];
  for (const find of finders) {
    const found = await find(question);
    applied.push(...([found ?? []].flat() as Applied[]));
    if (applied.length > 1) break;
  }
  const [first, next] = applied;
  if (first === undefined) throw new Error('no rule applies, not even a default');
  return [first, next];
}

/** What the first of two rules decides. Its notes come before those that hold whatever decides. */
export function decisionOf<Verdict extends string>(
  [first, next]: readonly [AppliedRule<Verdict>, AppliedRule | undefined],
  notes: readonly string[] = [],
): Decision<Verdict> {
  return {
    verdict: first.verdict,
    rule: ruleOf(first),
    next: next === undefined ? null : ruleOf(next),
    notes: [...(first.notes ?? []), ...notes],
  };
}

const ruleOf = ({ name, verdict, reason, source }: AppliedRule): Rule => ({
  name,
  verdict,
  reason,
  source,
});
