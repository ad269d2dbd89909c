import type { DecisionRule, DecisionView } from '../contract/results.js';
import type { Decision, Rule } from '../decide/decision.js';
import { sourceView } from './source-view.js';

export const ruleView = (rule: Rule): DecisionRule => ({
  ...rule,
  source: sourceView(rule.source),
});

/** As a plain type: it becomes part of larger views. */
export function decisionView(
  asked: string,
  decision: Decision,
): Pick<DecisionView, keyof DecisionView> {
  const { verdict, rule, next, notes } = decision;
  return {
    asked,
    verdict,
    rule: ruleView(rule),
    next: next === null ? null : ruleView(next),
    notes: [...notes],
  };
}
