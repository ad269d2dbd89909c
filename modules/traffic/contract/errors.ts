import { defineError, ExitCode } from 'svc-registry/kernel';
import { counted } from '../../../toolbox/plural.js';

/** A limit, and the seconds until its next window. */
export interface Exceeded {
  readonly policy: string;
  readonly quota: number;
  readonly unit: 'requests' | 'milliseconds';
  readonly window: number;
  readonly seconds: number;
}

const of = { requests: 'requests', milliseconds: "milliseconds of the server's working time" };

/** Called more often than a limit allows. `violated-policies` names the limits, `retryAfterSeconds` says when the next window begins. */
export const quotaExceeded = defineError<Exceeded>({
  code: 'quota_exceeded',
  status: 429,
  exit: ExitCode.unavailable,
  title: 'Too many requests',
  message: ({ policy, quota, unit, window, seconds }) =>
    `More than ${quota} ${of[unit]} in ${window} seconds: the limit "${policy}" allows the next request in ${counted(seconds, 'second')}.`,
  hint: ({ unit }) =>
    `Wait, then ask for ${unit === 'requests' ? 'more' : 'less'} in each request. The operator of the server sets its limits with SVC_RATE_LIMITS.`,
});

/** Requests of this sender were refused so often that no more of them are read. Says the same as `quota_exceeded`. */
export const refusedTooOften = defineError<Exceeded>({
  code: 'refused_too_often',
  status: 429,
  exit: ExitCode.unavailable,
  title: 'Refused too often',
  message: ({ policy, quota, window, seconds }) =>
    `${quota} requests were refused within ${window} seconds: the limit "${policy}" allows the next one in ${counted(seconds, 'second')}.`,
  hint: () =>
    'Look at the answers to the refused requests: a token that does not work, or input that is not valid, stays so.',
});

/** Somebody sends the same request at the same moment, or its first attempt is still going on. */
export const requestInProgress = defineError({
  code: 'request_in_progress',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Request in progress',
  message: () => 'A request with this Idempotency-Key is still being carried out.',
  hint: () => 'Ask again with the same key in a moment.',
});

/** The key belongs to a request with other contents. */
export const idempotencyKeyReused = defineError({
  code: 'idempotency_key_reused',
  status: 422,
  exit: ExitCode.invalid,
  title: 'Idempotency-Key used for another request',
  message: () => 'This Idempotency-Key was sent with another request within the last 24 hours.',
  hint: () =>
    'Each request has a key of its own, such as a new UUID; only its repetition has the same.',
});

/** It took effect, and cannot be answered again. Nothing is done a second time. */
export const answerNotKept = defineError<{ at: string; secret: boolean }>({
  code: 'answer_not_kept',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Done already, answer not kept',
  message: ({ at, secret }) =>
    `The request with this Idempotency-Key took effect at ${at}; ${secret ? 'its answer held a secret, which is shown once' : 'the server ended before it could keep the answer'}.`,
  hint: ({ secret }) =>
    secret
      ? 'If the answer is lost, delete what was made and make another with a new key.'
      : 'Look at what is there before you ask again with a new key.',
});

/** Another request with the key has taken over, since this one took too long. Nothing was written. */
export const keyTakenOver = defineError({
  code: 'idempotency_key_taken_over',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Taken over by another request',
  message: () =>
    'The request took so long that a repetition with its Idempotency-Key has taken its place; this one has written nothing.',
});
