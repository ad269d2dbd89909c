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

const unitNames = {
  requests: 'requests',
  milliseconds: "milliseconds of the server's working time",
};

/** The details `violated-policies` and `retryAfterSeconds` name the limits and the seconds until the next window. */
export const quotaExceeded = defineError<Exceeded>({
  code: 'quota_exceeded',
  status: 429,
  exit: ExitCode.unavailable,
  title: 'Too many requests',
  cause:
    "The sender has used up a rate limit: a number of requests, or of the server's working time, within a window. `violated-policies` names the limits.",
  remedy:
    'Wait for the seconds of `Retry-After`. The operator of the server sets the limits with SVC_RATE_LIMITS.',
  message: ({ policy, quota, unit, window, seconds }) =>
    `More than ${quota} ${unitNames[unit]} in ${window} seconds: the limit "${policy}" allows the next request in ${counted(seconds, 'second')}.`,
  hint: ({ unit }) =>
    `Wait, then request ${unit === 'requests' ? 'more' : 'less'} at a time. The operator of the server sets the limits with SVC_RATE_LIMITS.`,
});

/** Too many requests of this sender were refused. The details are those of `quota_exceeded`. */
export const refusedTooOften = defineError<Exceeded>({
  code: 'refused_too_often',
  status: 429,
  exit: ExitCode.unavailable,
  title: 'Refused too often',
  message: ({ policy, quota, window, seconds }) =>
    `${quota} requests were refused within ${window} seconds: the limit "${policy}" allows the next one in ${counted(seconds, 'second')}.`,
  hint: () =>
    'Check the answers to the refused requests: repeating an invalid token or invalid input does not help.',
});

export const requestInProgress = defineError({
  code: 'request_in_progress',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Request in progress',
  message: () => 'A request with this Idempotency-Key is still in progress.',
  hint: () => 'Repeat the request with the same key in a moment.',
});

/** The key belongs to a request with other contents. */
export const idempotencyKeyReused = defineError({
  code: 'idempotency_key_reused',
  status: 422,
  exit: ExitCode.invalid,
  title: 'Idempotency-Key used for another request',
  message: () => 'This Idempotency-Key was sent with another request within the last 24 hours.',
  hint: () =>
    'Use a new key, such as a UUID, for each request, and the same key only to repeat a request.',
});

/** The request took effect, but its answer cannot be given again. It is not carried out a second time. */
export const answerNotKept = defineError<{ at: string; secret: boolean }>({
  code: 'answer_not_kept',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Already done, answer not kept',
  cause:
    'The request with this Idempotency-Key took effect before. Its answer contained a secret, which is shown only once, or the server stopped before it could keep the answer.',
  remedy:
    'Check the effect of the request before you repeat it with a new key. If a secret is lost, delete what the request created and create another one.',
  message: ({ at, secret }) =>
    `The request with this Idempotency-Key took effect at ${at}; ${secret ? 'its answer contained a secret, which is shown only once' : 'the server stopped before it could keep the answer'}.`,
  hint: ({ secret }) =>
    secret
      ? 'If the answer is lost, delete what the request created and create another one with a new key.'
      : 'Check the effect of the request before you repeat it with a new key.',
});

export const keyTakenOver = defineError({
  code: 'idempotency_key_taken_over',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Taken over by another request',
  remedy: 'Use the answer to the repetition.',
  message: () =>
    'The request took so long that a repetition with the same Idempotency-Key has replaced it. This request has changed nothing.',
});
