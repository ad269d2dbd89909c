import { defineError, ExitCode } from 'svc-registry/kernel';

/** Nothing can be sealed or opened, because the server has no key. */
export const secretsUnavailable = defineError({
  code: 'secrets_unavailable',
  status: 503,
  exit: ExitCode.unavailable,
  title: 'No key for secrets',
  message: () => 'The server has no key to seal secrets with: SVC_SECRET_KEY is not set.',
  hint: () =>
    'An operator makes a key with `openssl rand -base64 32` and sets SVC_SECRET_KEY to it, alike on all servers and workers of the database.',
});

/** A stored value does not open: it is sealed with another key, or it is not what was stored here. */
export const secretUnreadable = defineError<{ column: string; row: string; why: string }>({
  code: 'secret_unreadable',
  status: 500,
  exit: ExitCode.invalid,
  title: 'Secret cannot be opened',
  message: ({ column, row, why }) =>
    `The sealed value of "${column}" in the row "${row}" cannot be opened: ${why}.`,
  hint: () =>
    'Set it again, or give the server the key that sealed it. `svc server check` shows how many there are.',
});
