import {
  listRuns,
  type RunList,
  type RunRows,
  type RunRowsRequest,
  type RunState,
} from '../../../runs/contract/index.js';
import { listEvals } from '../../contract/run-operations.js';
import type { EvalRunListed } from '../../contract/run-view.js';
import type { EvalStatus } from '../../contract/words.js';
import { headlineOf } from '../../report/headline.js';
import { liftOf } from '../../report/numbers.js';
import { nameOf } from './run-name.js';

export const states: Readonly<Record<EvalStatus, RunState>> = {
  pending: 'running',
  completed: 'done',
  failed: 'failed',
};

/** Evaluations in the list of all runs. */
export class EvalRuns implements RunList {
  rows(request: RunRowsRequest): Promise<RunRows> {
    return listRuns(request, {
      states,
      list: (input) => request.invoke(listEvals, input),
      rowOf,
    });
  }
}

const rowOf = (run: EvalRunListed) => ({
  id: run.evalRunId,
  href: `/evals/${run.evalRunId}`,
  name: nameOf(run),
  result: resultOf(run),
  startedAt: run.createdAt,
  by: run.createdBy,
});

function resultOf(run: EvalRunListed): string {
  const { status, failureReason, verdict } = run;
  if (status === 'pending') return '';
  if (status === 'failed') return failureReason?.message ?? '';
  const lift = verdict?.lift == null ? '' : `, lift ${liftOf(verdict.lift)}`;
  return headlineOf(run).text + lift;
}
