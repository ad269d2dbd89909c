import type { QualityAssessment } from '../contract/run-view.js';
import { percent, pointsOf } from '../lint/weights.js';
import type { Finding } from '../scenario/findings.js';
import { rules, type RuleId } from '../scenario/rules.js';
import type { Criterion, Scenario } from '../scenario/scenario.js';
import { CopiedText, type NamedText } from './copied-text.js';

/** A scenario with what checking it has found. */
export interface Assessed {
  readonly scenario: Scenario;
  readonly findings: readonly Finding[];
  /** The skills, rules and documents of the context; empty without one. */
  readonly context: readonly NamedText[];
}

export interface ScenarioQuality {
  /** `rejected`: it cannot tell a good solution from none, or the baseline is told what the context tells. */
  readonly status: 'included' | 'rejected';
  readonly assessment: QualityAssessment;
}

type Leakage = QualityAssessment['leakage'];

/** Shares, of points or of words, from which on a scenario is of less use. */
const SOME = 0.25;
const MUCH = 0.5;

/** Errors that say something about the worth of a scenario; all others make it unusable. */
const OF_WORTH: ReadonlySet<RuleId> = new Set(['empty-passes', 'rubric-shown']);
/** Criteria whose points say little about a solution. */
const OF_LITTLE_WORTH: ReadonlySet<RuleId> = new Set([
  'given-away',
  'overlap',
  'free-points',
  'vague',
]);
/** What else deserves a note. */
const NOTED: ReadonlySet<RuleId> = new Set(['empty-scores', 'dominant-weight', 'unpinned-ref']);

/** What a scenario is worth, by what checking it has found and by what it shares with the context. No model is asked. */
export function assessQuality({ scenario, findings, context }: Assessed): ScenarioQuality {
  const copied = new CopiedText(context);
  const errors = findings.filter(({ rule }) => rules[rule].severity === 'error');
  const assessment: QualityAssessment = {
    feasibility: errors.every(({ rule }) => OF_WORTH.has(rule)) ? 'FEASIBLE' : 'NOT_FEASIBLE',
    leakage: leakageOf(scenario, findings, copied),
    scenarioValue: valueOf(scenario, findings),
    notes: [...findings.filter(isNoted).map(noteOf), ...copiedNotes(scenario, copied)],
  };
  return { status: isOfUse(assessment) ? 'included' : 'rejected', assessment };
}

const isOfUse = ({ feasibility, leakage, scenarioValue }: QualityAssessment): boolean =>
  feasibility === 'FEASIBLE' && leakage !== 'HIGH_LEAKAGE' && scenarioValue !== 'LOW';

/** By the points that the task gives away, and by what of it is copied from the context, which the baseline would be told. */
function leakageOf(scenario: Scenario, findings: readonly Finding[], copied: CopiedText): Leakage {
  if (findings.some(({ rule }) => rule === 'rubric-shown')) return 'HIGH_LEAKAGE';
  const given = shareOf(scenario, findings, new Set<RuleId>(['given-away']));
  const share = Math.max(given, copied.in(scenario.task).share);
  if (share >= MUCH) return 'HIGH_LEAKAGE';
  if (share >= SOME) return 'MEDIUM_LEAKAGE';
  return share > 0 ? 'LOW_LEAKAGE' : 'NO_LEAKAGE';
}

function valueOf(scenario: Scenario, findings: readonly Finding[]): 'LOW' | 'MEDIUM' | 'HIGH' {
  const broken = new Set(findings.map(({ rule }) => rule));
  const share = shareOf(scenario, findings, OF_LITTLE_WORTH);
  if (broken.has('empty-passes') || broken.has('zero-weights') || share > MUCH) return 'LOW';
  if (broken.has('empty-scores') || broken.has('dominant-weight') || share >= SOME) return 'MEDIUM';
  return 'HIGH';
}

/** The share of the points of criteria that break one of the rules. */
function shareOf(
  { criteria }: Scenario,
  findings: readonly Finding[],
  broken: ReadonlySet<RuleId>,
): number {
  const fields = findings.filter(({ rule }) => broken.has(rule)).map(({ field }) => field ?? '');
  const hit = criteria.filter((criterion) => fields.some((field) => isOf(field, criterion)));
  const all = pointsOf({ criteria });
  return all === 0 ? 0 : pointsOf({ criteria: hit }) / all;
}

function isOf(field: string, { at }: Criterion): boolean {
  const own = at.location.field ?? '';
  return field === own || field.startsWith(`${own}.`);
}

const isNoted = ({ rule }: Finding): boolean =>
  rules[rule].severity === 'error' || OF_LITTLE_WORTH.has(rule) || NOTED.has(rule);

const noteOf = ({ file, line, message }: Finding): string =>
  `${file}${line === undefined ? '' : `:${line}`}: ${message}`;

/** Criteria may say what a skill says; copied word for word they score who repeats it. That is said, and no reason to leave the scenario out. */
function copiedNotes({ task, criteria }: Scenario, copied: CopiedText): readonly string[] {
  const { passages, share } = copied.in(task);
  return [
    ...passages.map(
      ({ line, words, from }) =>
        `task.md:${line}: ${words} words in a row are those of ${from}: the baseline is told what the context tells (${percent(share)} % of the task).`,
    ),
    ...criteria.flatMap(({ name, description, at }) =>
      copied
        .in(description)
        .passages.slice(0, 1)
        .map(
          ({ words, from }) =>
            `criteria.json:${at.location.line ?? 1}: ${words} words in a row of "${name}" are those of ${from}: it may score who repeats them.`,
        ),
    ),
  ];
}
