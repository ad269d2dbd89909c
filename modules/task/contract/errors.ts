import { defineError, ExitCode } from 'svc-registry/kernel';
import type { TaskState } from './task.machine.js';

const now: Readonly<Record<TaskState, string>> = {
  running: 'it still runs',
  waiting_for_input: 'it waits for an answer',
  completed: 'it has been completed',
  failed: 'it has failed',
  cancelled: 'it was cancelled',
};

/** Something that the task's state does not allow, such as an answer to what nobody asks. `what` is such as `It takes no answer`. */
export const taskRefuses = defineError<{ what: string; status: TaskState }>({
  code: 'task_state',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Not in this state',
  cause: 'The task is in a state in which this is not possible.',
  message: ({ what, status }) => `${what}: ${now[status]}.`,
  hint: () => 'Look at the task first: somebody may have been faster.',
});
