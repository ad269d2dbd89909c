import { counted } from '../../../toolbox/plural.js';
import type { CoverageView, EvalRunListed, VerdictView } from '../contract/run-view.js';
import { liftIntervalOf, liftOf, percentUpOf, pOf } from './numbers.js';

export type Tone = 'good' | 'bad' | 'neutral';

/** What a run shows, in one line. */
export interface Headline {
  readonly text: string;
  readonly tone: Tone;
  /** Lift, interval, p-value, scenarios, coverage and calibration, as far as there are any. */
  readonly facts: readonly string[];
}

type Shown = Pick<EvalRunListed, 'status' | 'verdict' | 'coverage' | 'failureReason'> & {
  readonly config: Pick<EvalRunListed['config'], 'skipScoring'>;
};

export function headlineOf(run: Shown): Headline {
  const { status, verdict, coverage, failureReason, config } = run;
  const covered = coverageText(coverage);
  if (status === 'pending') return { text: 'Not finished yet', tone: 'neutral', facts: [covered] };
  if (status === 'failed')
    return {
      text: `Failed: ${failureReason?.message ?? 'no reason is known'}`,
      tone: 'bad',
      facts: [covered],
    };
  if (config.skipScoring)
    return {
      text: 'Solved, and not scored',
      tone: 'neutral',
      facts: [coverageText(coverage, true)],
    };
  if (verdict === null)
    return { text: 'One variant: nothing to compare', tone: 'neutral', facts: [covered] };
  return {
    text: `${verdict.text.slice(0, 1).toUpperCase()}${verdict.text.slice(1)}`,
    tone: toneOf(verdict),
    facts: [...comparedFacts(verdict), ...neededFact(verdict), covered, calibrationText(verdict)],
  };
}

function toneOf({ verdict }: VerdictView): Tone {
  if (verdict === 'improves') return 'good';
  return verdict === 'harms' ? 'bad' : 'neutral';
}

function comparedFacts({ lift, interval, p, scenarios, pairs }: VerdictView): string[] {
  if (lift === null || p === null) return ['no pair of cells counts'];
  const range = interval === null ? '' : ` (95% interval ${liftIntervalOf(interval)})`;
  return [
    `lift ${liftOf(lift)} percentage points${range}`,
    pOf(p),
    `${counted(scenarios, 'scenario')} with ${counted(pairs, 'pair')}`,
  ];
}

/** Six scenarios are the fewest with which the test can show anything. */
const neededFact = ({ verdict, needed, effect }: VerdictView): readonly string[] =>
  verdict === 'underpowered' && needed !== null
    ? [
        `${needed} scenarios show a lift of ${effect} points in four of five runs; larger lifts take fewer, and at least six`,
      ]
    : [];

function calibrationText({ calibration: { flipRate, comparisons } }: VerdictView): string {
  if (flipRate === null) return 'not calibrated: that takes two repeats';
  return `identical inputs called different in ${percentUpOf(flipRate)} of ${comparisons} comparisons`;
}

/** `236 of 240 cells count (void: 3 timeout, 1 infra), 5 retries`; for a finished run that skipped scoring, how many are solved. */
export function coverageText(coverage: CoverageView, skipScoring = false): string {
  const { cells, scored, void: lost, why, retries } = coverage;
  const [one, all, counting] = skipScoring
    ? ['is solved', 'are solved', cells - lost]
    : ['counts', 'count', scored];
  const reasons = Object.entries(why).map(([reason, count]) => `${count} ${reason}`);
  const without = reasons.length === 0 ? '' : ` (void: ${reasons.join(', ')})`;
  const again = retries === 0 ? '' : `, ${retries === 1 ? '1 retry' : `${retries} retries`}`;
  return `${counting} of ${counted(cells, 'cell')} ${cells === 1 ? one : all}${without}${again}`;
}
