import { ExitCode, isSvcError } from 'svc-registry/kernel';
import type { Run, WriteResult } from '../contract/db.js';
import { isFinal } from '../contract/is-final.js';
import {
  attemptFailed,
  attemptInterrupted,
  deadlinePassed,
  runOutOfTime,
  workerStopped,
} from '../contract/errors.js';
import { backOffMs } from './back-off.js';
import type { Kind } from './kinds.js';

/** Why an attempt has to stop. */
export type Interruption = 'cancelled' | 'outOfTime' | 'leaseLost' | 'stopping';

/** The result of an attempt's work; `undefined` when it was interrupted and did not stop. */
export type Outcome =
  { readonly write: WriteResult | undefined } | { readonly error: unknown } | undefined;

/** How an attempt ends. */
export type Ending =
  | { readonly event: 'completed'; readonly write: WriteResult | undefined }
  | { readonly event: 'failed'; readonly error: unknown }
  | {
      readonly event: 'triedAgain' | 'leaseExpired';
      readonly error: unknown;
      readonly delayMs: number;
    }
  | { readonly event: 'handedBack' }
  | { readonly event: 'cancelled' };

const interruptions: Readonly<Record<Interruption, string>> = {
  cancelled: 'it was cancelled',
  outOfTime: 'its time is up',
  leaseLost: 'another process may hold the run by now',
  stopping: 'this process is stopping',
};

export function interruptionError(interruption: Interruption): Error {
  return attemptInterrupted({ why: interruptions[interruption] });
}

/** The failures of a run whose work must not be repeated: as many as it may have. */
export const unrepeatable = ({ settings }: Kind) => ({ failures: settings.attempts });

/** A run that may be repeated ends with its last failure, so it never has as many while it is queued or running. */
export const isUnrepeatable = (run: Run, { settings }: Kind): boolean =>
  run.failures >= settings.attempts;

/** The ending of a failed attempt: a retry or a final failure. */
export function failure(error: unknown, run: Run, { settings }: Kind): Ending {
  const failures = run.failures + 1;
  if (isFinal(error) || failures >= settings.attempts) return { event: 'failed', error };
  return {
    event: 'triedAgain',
    error,
    delayMs: Math.max(backOffMs(failures, settings.backOff), retryAfterMs(error)),
  };
}

/** The ending of a run whose time is up: that of its kind, or that of the code that enqueued it. */
export function overdue({ startedAt, deadlineAt }: Run, { settings }: Kind): Ending {
  const { timeLimitSeconds: seconds } = settings;
  const isOwn =
    deadlineAt !== null &&
    (startedAt === null || deadlineAt.getTime() < startedAt.getTime() + seconds * 1000);
  const error = isOwn
    ? deadlinePassed({ deadline: deadlineAt.toISOString(), began: startedAt !== null })
    : runOutOfTime({ seconds });
  return { event: 'failed', error };
}

/** The ending of an attempt that still holds its run; `undefined` when it does not hold it. */
export function endingOf(
  outcome: Outcome,
  interruption: Interruption | undefined,
  of: { run: Run; kind: Kind },
): Ending | undefined {
  if (interruption === 'leaseLost') return undefined;
  if (interruption === 'cancelled') return { event: 'cancelled' };
  // completed work counts even if the process is stopping or the time limit has passed
  if (outcome !== undefined && 'write' in outcome)
    return { event: 'completed', write: outcome.write };
  if (interruption === 'outOfTime') return overdue(of.run, of.kind);
  if (interruption === 'stopping' || outcome === undefined)
    return isUnrepeatable(of.run, of.kind)
      ? { event: 'failed', error: workerStopped() }
      : { event: 'handedBack' };
  return failure(outcome.error, of.run, of.kind);
}

/** The failure reason stored in a run's row. Users see it, so it leaves out details that only the log may contain. */
export function errorText(error: unknown, kind: string, id: string): string {
  const reported =
    isSvcError(error) && error.exit !== ExitCode.bug ? error : attemptFailed({ kind, id });
  const { message, hint } = reported;
  if (hint === undefined) return message;
  return `${message}${/[.!?…]$/.test(message) ? '' : '.'} ${hint}`;
}

function retryAfterMs(error: unknown): number {
  const seconds = isSvcError(error) ? error.details['retryAfterSeconds'] : undefined;
  return typeof seconds === 'number' ? seconds * 1000 : 0;
}
