import {
  knownFact,
  shownTime,
  timeTaken,
  toneOf,
  type Badge,
  type Fact,
  type RunHead,
} from '../../../web/contract/index.js';
import type { EvalRunListed, EvalRunView } from '../../contract/run-view.js';
import type { EvalStatus } from '../../contract/words.js';
import type { Headline } from '../../report/headline.js';
import { nameOf } from './run-name.js';

const words: Readonly<Record<EvalStatus, string>> = {
  pending: 'Goes on',
  completed: 'Completed',
  failed: 'Failed',
};

const stateOf = ({ status }: Pick<EvalRunListed, 'status'>): Badge => ({
  text: words[status],
  tone: toneOf(status),
});

/** What the page says first of an evaluation. */
export function headOf(run: EvalRunView, headline: Headline): RunHead {
  const { evalRunId: id, status, progress } = run;
  const goesOn = status === 'pending';
  return {
    kind: 'Evaluation',
    name: nameOf(run),
    workspace: run.workspace,
    above: [],
    state: stateOf(run),
    lead: goesOn && progress !== null ? progress.text : headline.text,
    goesOn,
    over: !goesOn,
    facts: timesOf(run),
    cancel: goesOn ? ['Cancel the evaluation', `/evals/${id}/cancel`] : null,
  };
}

const timesOf = ({ config, createdAt, finishedAt, credits }: EvalRunView): readonly Fact[] => [
  ['Agent', config.agent],
  ['Started', shownTime(createdAt)],
  ...knownFact('Took', finishedAt === null ? null : timeTaken(createdAt, finishedAt)),
  ['Credits', String(credits)],
];
