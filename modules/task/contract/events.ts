/** What happens to tasks. */

export const taskEventTypes = [
  'task.created',
  'user_input.received',
  'run.created',
  'run.completed',
  'run.failed',
  'task.cancelled',
  'input.requested',
  'run.progress',
] as const;
export type TaskEventType = (typeof taskEventTypes)[number];

/** What clients may write; all else is written by the server. */
export const clientEventTypes = ['user_input.received', 'input.requested', 'run.progress'] as const;
export type ClientEventType = (typeof clientEventTypes)[number];

/** Who causes an event. `trigger`: an API key. */
export const actorKinds = ['trigger', 'agent', 'human', 'system'] as const;
export type ActorKind = (typeof actorKinds)[number];

/** Bounds, in characters and numbers. `prompt`: all that the next turn reads of earlier ones; `summary`: what it reads of the summary of one. */
export const taskRules = {
  text: 65_536,
  prompt: 262_144,
  summary: 8192,
  questions: 20,
  options: 20,
  line: 2000,
} as const;
