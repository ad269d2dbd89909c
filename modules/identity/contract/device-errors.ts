/** What a waiting program is told: the codes of RFC 8628 and RFC 6749. */
import { defineError, ExitCode } from 'svc-registry/kernel';

const AGAIN = 'Start over with `svc login`.';

export const authorizationPending = defineError({
  code: 'authorization_pending',
  status: 400,
  exit: ExitCode.unavailable,
  title: 'Not approved yet',
  message: () => 'Nobody has approved this sign-in yet.',
  hint: () => 'Ask again after `interval` seconds.',
});

/** Carries `interval` (seconds) among its details: it has grown by five, also for all later calls. */
export const slowDown = defineError<{ interval: number }>({
  code: 'slow_down',
  status: 400,
  exit: ExitCode.unavailable,
  title: 'Asked too early',
  message: ({ interval }) =>
    `This was asked too early: from now on ${interval} seconds must lie between two calls.`,
  hint: () => 'Ask again after `interval` seconds.',
});

export const expiredToken = defineError({
  code: 'expired_token',
  status: 400,
  exit: ExitCode.denied,
  title: 'Sign-in expired',
  message: () => 'Nobody approved this sign-in in time.',
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

/** The same for a code that never was, one that has been used, and one that another program asked for. */
export const invalidGrant = defineError({
  code: 'invalid_grant',
  status: 400,
  exit: ExitCode.denied,
  title: 'Device code not valid',
  message: () => 'This device code is unknown, was used already, or was given to another program.',
  hint: () => AGAIN,
});

/** The same for a mistyped code and one that nobody waits for any more. */
export const userCodeUnknown = defineError({
  code: 'user_code_unknown',
  status: 400,
  exit: ExitCode.invalid,
  title: 'Unknown code',
  message: () =>
    'No program waits for this code: it was mistyped, has been answered, or is older than 15 minutes.',
  hint: () => 'Compare it with what the program shows, or start the sign-in there anew.',
});
