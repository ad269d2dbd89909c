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

const states: Readonly<Record<TaskState, RunState>> = {
  running: 'running',
  waiting_for_input: 'waiting',
  completed: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** Tasks in the list of all runs. */
export class TaskRuns implements RunList {
  rows(request: RunRowsRequest): Promise<RunRows> {
    return listRuns(request, {
      states,
      list: (input) => request.invoke(listTasks, input),
      rowOf,
    });
  }
}

const rowOf = ({ id, label, definition, status, questions, createdAt }: TaskView) => ({
  id,
  href: `/tasks/${id}`,
  name: label ?? definition.skillRef,
  result: status === 'waiting_for_input' ? `Asks: ${questions[0]?.prompt ?? ''}` : '',
  startedAt: createdAt,
});
