import { inject, injectable } from 'tsyringe';
import { runStates } from '../../../launch/contract/run-states.js';
import {
  listRuns,
  type RunList,
  type RunRows,
  type RunRowsRequest,
  type RunState,
} from '../../../runs/contract/index.js';
import { listTasks } from '../../contract/operations.js';
import type { TaskState } from '../../contract/task.machine.js';
import type { TaskView } from '../../contract/task-view.js';
import { ListedTurns, type ListedTurn } from '../listed-turns.js';

const states: Readonly<Record<TaskState, RunState>> = {
  running: 'running',
  waiting_for_input: 'waiting',
  completed: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** Tasks in the list of all runs, each with its turns. */
@injectable()
export class TaskRuns implements RunList {
  constructor(@inject(ListedTurns) private readonly turns: ListedTurns) {}

  async rows(request: RunRowsRequest): Promise<RunRows> {
    const { rows, next } = await listRuns(request, {
      states,
      list: (input) => request.invoke(listTasks, input),
      rowOf,
    });
    const turns = await this.turns.of(rows.map(({ id }) => id));
    return { rows: rows.map((row) => ({ ...row, ...withTurns(row, turns.get(row.id)) })), next };
  }
}

const rowOf = ({ id, label, definition, status, questions, createdAt }: TaskView) => ({
  id,
  href: `/tasks/${id}`,
  name: label ?? definition.skillRef,
  result: status === 'waiting_for_input' ? `Asks: ${questions[0]?.prompt ?? ''}` : '',
  startedAt: createdAt,
});

/** A task that has failed says why its last turn did. */
function withTurns(
  { state, result }: { readonly state: RunState; readonly result: string },
  turns: readonly ListedTurn[] = [],
) {
  const last = turns.at(-1);
  return {
    result: state === 'failed' && last !== undefined ? reasonOf(last) : result,
    steps: turns.map(({ turn, outcome }) => ({
      name: `Turn ${turn}`,
      href: `/launches/${outcome.id}`,
      state: runStates[outcome.status],
    })),
  };
}

function reasonOf({ outcome: { failure, result } }: ListedTurn): string {
  if (failure !== null) return failure.message;
  return result?.status === 'failed' ? result.reason : '';
}
