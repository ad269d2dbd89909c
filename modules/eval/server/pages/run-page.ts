import { view, type Page, type PageRequest } from '../../../web/contract/index.js';
import { showEval } from '../../contract/run-operations.js';
import type { EvalRunView } from '../../contract/run-view.js';
import { headlineOf } from '../../report/headline.js';
import { matrixOf } from '../../report/matrix.js';
import { runFacts, variantRows } from '../../report/run-facts.js';
import { headOf } from './run-head.js';

const template = new URL('run.njk', import.meta.url);

/** Shows what an evaluation has found so far: the verdict first, then every solution. */
export class RunPage implements Page<'id'> {
  async get({ params, invoke }: PageRequest<'id'>) {
    const run = await invoke(showEval, { id: params.id });
    const { evalRunId: id, retryOf } = run;
    const headline = headlineOf(run);
    return view(template, {
      id,
      run: headOf(run, headline),
      headline,
      statistics: variantRows(run.statistics),
      matrix: matrixOf(run),
      rejected: rejectedIn(run),
      details: runFacts(run),
      retryOf: retryOf ?? '',
    });
  }
}

/** Scenarios that the quality check has excluded, and why. */
const rejectedIn = ({ scenarios }: EvalRunView) =>
  scenarios
    .filter(({ qualityFilterStatus }) => qualityFilterStatus === 'rejected')
    .map(({ name, qualityAssessment }) => ({ name, notes: qualityAssessment?.notes ?? [] }));
