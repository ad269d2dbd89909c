import { defineMachine } from 'svc-registry/kernel';

export const taskStates = [
  'running',
  'waiting_for_input',
  'completed',
  'failed',
  'cancelled',
] as const;
export type TaskState = (typeof taskStates)[number];
export type TaskEvent = 'ask' | 'answer' | 'complete' | 'fail' | 'cancel';

/** Where a task stands. Each turn of it is a launch. */
export const taskMachine = defineMachine<TaskState, TaskEvent>({
  id: 'task.task',
  summary: 'Where a task stands',
  initial: 'running',
  states: {
    running: 'a launch works on it, or waits for a worker',
    waiting_for_input: 'its skill has asked a question, and goes on when a person has answered',
    completed: 'its skill was carried out, or there was nothing to do',
    failed: 'its skill was not carried out, or its launch failed',
    cancelled: 'cancelled on request',
  },
  events: {
    ask: 'a launch ends with questions',
    answer: 'a person answers: the next launch begins',
    complete: 'a launch ends with a result, and nothing is asked any more',
    fail: 'a launch ends with the result "failed", or without any',
    cancel: 'a person or program cancels the task or its launch',
  },
  transitions: [
    { from: 'running', event: 'ask', to: 'waiting_for_input' },
    { from: 'waiting_for_input', event: 'answer', to: 'running' },
    { from: 'running', event: 'complete', to: 'completed' },
    { from: 'running', event: 'fail', to: 'failed' },
    { from: ['running', 'waiting_for_input'], event: 'cancel', to: 'cancelled' },
  ],
});

/** Whether nothing happens to a task any more. */
export const isOver = (state: TaskState): boolean =>
  state !== 'running' && state !== 'waiting_for_input';
