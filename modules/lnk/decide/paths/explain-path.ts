import type { Rule } from '../decision.js';
import type { Findings, PathDecider, PathDecision } from './path-decider.js';
import { pathNotes } from './path-notes.js';
import type { PathRule } from './path-rules.js';
import { verdictOf, winner, type PathOperation, type PathRequest } from './rule-verdicts.js';

/** A decision with the rule that made it, the one that would come next, and what may surprise. */
export function explainPath(
  decider: PathDecider,
  findings: Findings,
  operation: PathOperation,
): PathDecision {
  const { rules } = decider;
  const request = { mode: rules.mode, operation };
  const { verdict, path, rule } = decider.verdict(findings, operation);
  return {
    verdict,
    path,
    rule: ruleAt(decider, rule, request),
    next: nextRule(decider, { findings, request, without: rule }),
    mapped: mappedBy(decider, findings),
    notes: pathNotes(decider, findings, { operation, rule }),
  };
}

interface Search {
  readonly findings: Findings;
  readonly request: PathRequest;
  readonly without: number;
}

function nextRule(decider: PathDecider, { findings, request, without }: Search): Rule | null {
  const { matching, otherwise } = findings;
  if (without === otherwise) return null;
  const rest = matching.filter((index) => index !== without);
  return ruleAt(decider, winner(decider.rules, request, { matching: rest, otherwise }), request);
}

function ruleAt({ rules }: PathDecider, index: number, request: PathRequest): Rule {
  const rule = rules.rules[index];
  if (rule === undefined) throw new Error(`there is no rule ${index}`);
  const verdict = verdictOf(rule, request) ?? 'local';
  return { name: rule.name, verdict, reason: reasonOf(rule, request), source: rule.source };
}

function reasonOf({ kind, pattern }: PathRule, { mode, operation }: PathRequest): string {
  if (kind === 'relative') return 'the path is not absolute';
  if (kind === 'mode') return `no list and no default set decides, and the mode is ${mode}`;
  const matches = `matches ${pattern}`;
  if (kind !== 'read_only' || operation === 'read') return matches;
  return `${matches}, and a file in this list that is written is local`;
}

function mappedBy({ rules }: PathDecider, { mapping, asked }: Findings): PathDecision['mapped'] {
  if (mapping === undefined) return null;
  const { index, to } = mapping;
  const rule = rules.mapping[index];
  if (rule === undefined) throw new Error(`there is no pattern ${index} of the mapping`);
  const { name, pattern, source } = rule;
  return { from: asked, to, rule: { name, verdict: to, reason: `matches ${pattern}`, source } };
}
