import { defineError, ExitCode } from 'svc-registry/kernel';

/** Why the signal of an attempt is aborted; its work may let it through. */
export const attemptInterrupted = defineError<{ why: string }>({
  code: 'attempt_interrupted',
  status: 503,
  exit: ExitCode.unavailable,
  title: 'Attempt interrupted',
  remedy: 'Nothing needs to be done: the work is tried again.',
  message: ({ why }) => `The work was interrupted: ${why}.`,
});

/** The run is held by another attempt, or is over: the result of this attempt is ignored. */
export const leaseLost = defineError({
  code: 'lease_lost',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Lease lost',
  remedy: 'Nothing needs to be done: another attempt goes on with the run.',
  message: () => 'This attempt does not hold the run any more; nothing was written.',
});

export const runOutOfTime = defineError<{ seconds: number }>({
  code: 'run_out_of_time',
  status: 504,
  exit: ExitCode.unavailable,
  title: 'Out of time',
  message: ({ seconds }) => `The work did not end within the ${seconds} seconds that it may take.`,
  hint: () => 'Try it again; if it keeps happening, find out what it waits for.',
});

/** The moment has passed by which the run had to be over. */
export const deadlinePassed = defineError<{ deadline: string; began: boolean }>({
  code: 'deadline_passed',
  status: 504,
  exit: ExitCode.unavailable,
  title: 'Deadline passed',
  message: ({ deadline, began }) =>
    `The work had to be done by ${deadline}, and ${began ? 'was not' : 'had not begun by then'}.`,
  hint: ({ began }) =>
    began
      ? 'Try it again with more time.'
      : 'Try it again; if it keeps happening, let more workers do work of this kind.',
});

/** Every process that worked on the run ended before the run did; `attempts` is 0 for work that is not repeated. */
export const workerVanished = defineError<{ attempts: number }>({
  code: 'worker_vanished',
  status: 500,
  exit: ExitCode.unavailable,
  title: 'Worker vanished',
  message: ({ attempts }) =>
    `The process that did the work ended before it was done${attempts === 0 ? ', and the work is not repeated' : `, ${attempts} times`}.`,
  hint: () => 'Look in the logs of the server and its workers, first for a lack of memory.',
});

/** The process had to stop during work that is not repeated. */
export const workerStopped = defineError({
  code: 'worker_stopped',
  status: 503,
  exit: ExitCode.unavailable,
  title: 'Worker stopped',
  message: () =>
    'The process that did the work had to stop before it was done, and the work is not repeated.',
  hint: () => 'Start it anew. Operators: SVC_JOB_DRAIN is how long a process waits for its work.',
});

/** A failure without a message for people; the log of the process has its cause. */
export const attemptFailed = defineError<{ kind: string; id: string }>({
  code: 'attempt_failed',
  status: 500,
  exit: ExitCode.bug,
  title: 'Work failed',
  message: () => 'The work failed unexpectedly.',
  hint: ({ kind, id }) => `The server's log has the cause: search it for ${kind} ${id}.`,
});

/** A module declares a kind of run that cannot be used. */
export const kindRefused = defineError<{ module: string; kind: string; why: string }>({
  code: 'kind_refused',
  status: 500,
  exit: ExitCode.invalid,
  title: 'Kind of run refused',
  message: ({ module, kind, why }) =>
    `The background work "${kind}" of the module "${module}" cannot be done: ${why}.`,
  hint: ({ module }) => `Fix the module "${module}", or remove it from the server's configuration.`,
});

export const queueUnavailable = defineError<{ schema: string; why: string }>({
  code: 'queue_unavailable',
  status: 503,
  exit: ExitCode.unavailable,
  title: 'Queue unavailable',
  message: ({ schema, why }) =>
    `The queue's tables in the database schema "${schema}" cannot be created: ${why}.`,
  hint: ({ schema }) =>
    `The database's user needs the right to create that schema, or to own it: CREATE SCHEMA "${schema}" AUTHORIZATION <user>.`,
});

/** The server that has the run does not answer, or refuses for longer than following waits. */
export const runNotFollowed = defineError<{ why: string; resume: string }>({
  code: 'run_not_followed',
  status: 503,
  exit: ExitCode.unavailable,
  title: 'Run not followed',
  message: ({ why }) => `The run cannot be followed, and may go on: ${why}`,
  hint: ({ resume }) => `Follow it again with \`${resume}\`.`,
});
