/** The answers to a program that polls for its sign-in, with the codes of RFC 8628 and RFC 6749. */
import { defineError, ExitCode } from 'svc-registry/kernel';

const AGAIN = 'Start over with `svc login`.';

export const authorizationPending = defineError({
  code: 'authorization_pending',
  status: 400,
  exit: ExitCode.unavailable,
  title: 'Not approved yet',
  message: () => 'This sign-in has not been approved yet.',
  hint: () => 'Try again after `interval` seconds.',
});

/** The detail `interval` is the new interval in seconds: five more than before, for all later calls. */
export const slowDown = defineError<{ interval: number }>({
  code: 'slow_down',
  status: 400,
  exit: ExitCode.unavailable,
  title: 'Polled too early',
  message: ({ interval }) =>
    `This request came too early: from now on, wait ${interval} seconds between two requests.`,
  hint: () => 'Try again after `interval` seconds.',
});

export const expiredToken = defineError({
  code: 'expired_token',
  status: 400,
  exit: ExitCode.denied,
  title: 'Sign-in expired',
  message: () => 'This sign-in was not approved in time.',
  hint: () => AGAIN,
});

export const accessDenied = defineError({
  code: 'access_denied',
  status: 400,
  exit: ExitCode.denied,
  title: 'Sign-in denied',
  message: () => 'This sign-in was denied in the browser.',
  hint: () => AGAIN,
});

/** The same answer for an unknown code, a used one, and one of another program. */
export const invalidGrant = defineError({
  code: 'invalid_grant',
  status: 400,
  exit: ExitCode.denied,
  title: 'Device code not valid',
  message: () =>
    'This device code is unknown, has already been used, or belongs to another program.',
  hint: () => AGAIN,
});

/** The same answer for a mistyped code and an old one. */
export const userCodeUnknown = defineError({
  code: 'user_code_unknown',
  status: 400,
  exit: ExitCode.invalid,
  title: 'Unknown code',
  message: () =>
    'No program is waiting for this code. It was mistyped, has already been used, or is older than 15 minutes.',
  hint: () => 'Compare it with the code that the program shows, or start the sign-in again there.',
});
