import { knownFact, shownTime, type Fact } from '../../web/contract/index.js';
import type { EvalRunView, VariantStatistics } from '../contract/run-view.js';
import { variantWords } from './cell-words.js';
import { percentOf, shareIntervalOf } from './numbers.js';

/** What was evaluated, and how: names and texts. */
export function runFacts(run: EvalRunView): readonly Fact[] {
  const { config } = run;
  return [
    ...knownFact('Context', config.contextRef),
    ...knownFact('Commit of the context', config.contextCommit),
    ...knownFact('Skills', config.skills.join(', ')),
    ['Solved by', withModel(config.agent, config.model)],
    [
      'Scored by',
      config.skipScoring ? 'nobody' : withModel(config.scorerAgent, config.scorerModel),
    ],
    ['Repeats', String(config.runs)],
    ['Activation', config.skipForcedContextActivation ? 'left to the agent' : 'forced'],
    ...knownFact('Published as', run.published),
    ['Started', shownTime(run.createdAt)],
    ...knownFact('Ended', run.finishedAt === null ? null : shownTime(run.finishedAt)),
    ['Credits', String(run.credits)],
    ['Id', run.evalRunId],
  ];
}

const withModel = (agent: string, model: string | null): string =>
  model === null ? `${agent}, with its default model` : `${agent}, ${model}`;

/** Statistics of the variants, as a row of texts for each; without a value, `–`. */
export interface VariantRow {
  readonly name: string;
  readonly mean: string;
  readonly interval: string;
  readonly passAt: string;
  readonly passAll: string;
  readonly activation: string;
}

export const variantRows = (statistics: readonly VariantStatistics[]): VariantRow[] =>
  statistics.map(({ variant, mean, interval, passAt, passAll, activation }) => ({
    name: variantWords[variant],
    mean: shareText(mean),
    interval: interval === null ? NONE : shareIntervalOf(interval),
    passAt: shareText(passAt),
    passAll: shareText(passAll),
    activation: shareText(activation),
  }));

const NONE = '–';
const shareText = (share: number | null): string => (share === null ? NONE : percentOf(share));
