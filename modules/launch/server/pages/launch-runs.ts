import {
  listRuns,
  type RunList,
  type RunRows,
  type RunRowsRequest,
} from '../../../runs/contract/index.js';
import { toneOf } from '../../../web/contract/index.js';
import { listLaunches } from '../../contract/launch-operations.js';
import type { LaunchRunListed, LaunchTrigger } from '../../contract/launch-run-view.js';
import { runStates } from '../../contract/run-states.js';
import { resultWords } from '../../contract/state-words.js';

const starters: Readonly<Record<LaunchTrigger, string | null>> = {
  manual: null,
  api: 'an API key',
  scheduled: 'a schedule',
};

/** Launches in the list of all runs. Turns stand there within their tasks. */
export class LaunchRuns implements RunList {
  rows(request: RunRowsRequest): Promise<RunRows> {
    return listRuns(request, {
      states: runStates,
      list: (input) => request.invoke(listLaunches, { ...input, withoutTurns: true }),
      rowOf,
    });
  }
}

const rowOf = ({ launchRunId: id, label, config, ...launch }: LaunchRunListed) => ({
  id,
  href: `/launches/${id}`,
  name: label ?? config.skillRef,
  ...resultOf(launch),
  startedAt: launch.createdAt,
  by: starters[config.triggerSource],
});

function resultOf({
  resultStatus,
  failureReason,
}: Pick<LaunchRunListed, 'resultStatus' | 'failureReason'>) {
  if (resultStatus === null) return { result: failureReason?.message ?? '' };
  return { result: resultWords[resultStatus], tone: toneOf(resultStatus) };
}
