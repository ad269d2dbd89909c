import type { Finding } from '../scenario/findings.js';
import { readScenario } from '../scenario/read-scenario.js';
import type { Scenario } from '../scenario/scenario.js';
import type { ScenarioFolder } from '../scenario/scenario-folder.js';
import type { ContentRule } from './content-rule.js';
import { emptySolution } from './empty-solution.js';
import { givenAway } from './given-away.js';
import { overlaps } from './overlaps.js';
import { vague } from './vague.js';
import { weights } from './weights.js';

export type ScenarioLint =
  /** `why`: the end of a sentence about the folder. */
  | { readonly kind: 'none'; readonly why: string }
  | { readonly kind: 'scenario'; readonly findings: readonly Finding[] };

/** With the scenario, as far as it could be read. */
export type LintedScenario =
  | Extract<ScenarioLint, { kind: 'none' }>
  | (Extract<ScenarioLint, { kind: 'scenario' }> & { readonly scenario: Scenario });

/** Rules that look at each criterion. */
const ofCriteria: readonly ContentRule[] = [givenAway, overlaps, vague];
/** Rules that add up points: they need a checklist that could be read as a whole. */
const ofChecklists: readonly ContentRule[] = [weights, emptySolution];

/** Everything that is wrong with the scenario in a folder, in the order of files and lines. */
export async function lintScenario(folder: ScenarioFolder): Promise<LintedScenario> {
  const reading = await readScenario(folder);
  if (reading.kind === 'none') return reading;
  const { scenario, findings } = reading;
  const isWhole = !findings.all.some(
    ({ rule, file }) => file === 'criteria.json' && ['schema', 'outside'].includes(rule),
  );
  for (const rule of isWhole ? [...ofCriteria, ...ofChecklists] : ofCriteria)
    for (const { rule: id, message, location } of rule({ scenario, folder }))
      findings.add(id, message, location);
  return { kind: 'scenario', scenario, findings: findings.all.toSorted(byPosition) };
}

function byPosition(one: Finding, other: Finding): number {
  if (one.file !== other.file) return one.file < other.file ? -1 : 1;
  return (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0);
}
