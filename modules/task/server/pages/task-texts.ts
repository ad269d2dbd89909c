import { isOver as isOverRun } from '../../../jobs/contract/run.machine.js';
import { outcomeBadge } from '../../../launch/contract/state-words.js';
import {
  knownFact,
  shownTime,
  toneOf,
  type Fact,
  type RunHead,
} from '../../../web/contract/index.js';
import type { TaskEventType } from '../../contract/events.js';
import { isOver, type TaskState } from '../../contract/task.machine.js';
import type { TaskActor, TaskEventView, TaskRunView, TaskView } from '../../contract/task-view.js';

const stateWords: Readonly<Record<TaskState, string>> = {
  running: 'Runs',
  waiting_for_input: 'Waits for an answer',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

const happened: Readonly<Record<TaskEventType, string>> = {
  'task.created': 'Created',
  'user_input.received': 'Answered',
  'run.created': 'Turn requested',
  'run.completed': 'Turn completed',
  'run.failed': 'Turn failed',
  'task.cancelled': 'Cancelled',
  'input.requested': 'Asked',
  'run.progress': 'Progress',
};

/** What the page says first of a task. */
export function headOf(task: TaskView): RunHead {
  const { id, status, label, definition, workspace, createdAt, updatedAt } = task;
  const over = isOver(status);
  return {
    kind: 'Task',
    name: label ?? definition.skillRef,
    workspace,
    above: [],
    state: { text: stateWords[status], tone: toneOf(status) },
    lead: '',
    goesOn: status === 'running',
    over,
    facts: [
      ['Workspace', workspace],
      ['Created', shownTime(createdAt)],
      ['Last event', shownTime(updatedAt)],
    ],
    cancel: over ? null : ['Cancel the task', `/tasks/${id}/cancel`],
  };
}

/** What a task does and what it belongs to: names and texts. */
export function factsOf({ definition, link, ...task }: TaskView): readonly Fact[] {
  return [
    ...knownFact('Belongs to', link === null ? null : `${link.type} ${link.value}`),
    ['Skill', definition.skillRef],
    ['Repository', definition.repoUrl],
    ['Branch', definition.baseBranch],
    ['Model', definition.model ?? "the agent's default"],
    ...knownFact('Environment', definition.environmentId),
    ['Id', task.id],
  ];
}

export const turnOf = (run: TaskRunView) => ({
  turn: run.turn,
  launch: run.launchRunId,
  state: outcomeBadge(run),
  summary: run.summary ?? run.result?.summary ?? '',
  questions: run.result?.questions ?? [],
  reason: run.result?.reason ?? '',
  requested: shownTime(run.createdAt),
  ended: run.finishedAt === null ? '' : shownTime(run.finishedAt),
  goesOn: !isOverRun(run.status),
});

export function actorOf({ kind, name }: TaskActor): string {
  if (kind === 'agent') return 'the agent';
  return name ?? (kind === 'system' ? 'the server' : 'somebody');
}

/** A row of the table of events. */
export const rowOf = ({ type, actor, at, data }: TaskEventView) => ({
  at: shownTime(at),
  what: happened[type],
  who: actorOf(actor),
  detail: ['text', 'summary', 'reason']
    .map((name) => data[name])
    .filter((text) => typeof text === 'string')
    .join('\n'),
});
