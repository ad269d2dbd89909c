import { defineError, ExitCode } from './errors.js';

/** The input of an operation, or a file it reads, breaks a rule. Each broken rule is one of `issues`. */
export const invalidInput = defineError<{ what: string; hint?: string }>({
  code: 'invalid_input',
  status: 400,
  exit: ExitCode.invalid,
  title: 'Invalid input',
  cause:
    'The input of an operation, or a file that it reads, breaks a rule. Each broken rule is listed with its field, or with its file and line.',
  remedy: 'Correct what is listed.',
  message: ({ what }) => what,
  hint: ({ hint }) => hint,
});

/** The command line itself makes no sense: unknown flag, missing argument, flags that exclude each other. */
export const usageError = defineError<{ what: string; hint?: string }>({
  code: 'usage',
  status: 400,
  exit: ExitCode.usage,
  title: 'Usage error',
  cause:
    'The command line makes no sense: an unknown flag, a missing argument, or flags that exclude each other.',
  remedy: '`--help` behind the command shows how it is used.',
  message: ({ what }) => what,
  hint: ({ hint }) => hint,
});

/** The object does not exist or is hidden from the caller. Both get the same answer, which must not reveal that a hidden object exists. */
export const notFound = defineError<{ kind: string; id: string; hint?: string }>({
  code: 'not_found',
  status: 404,
  exit: ExitCode.notFound,
  title: 'Not found',
  remedy: 'Check the spelling, and that you are signed in as a person who may see it.',
  message: ({ kind, id }) => `There is no ${kind} "${id}", or you may not see it.`,
  hint: ({ hint }) => hint,
});

export const signInRequired = defineError({
  code: 'sign_in_required',
  status: 401,
  exit: ExitCode.denied,
  title: 'Sign-in required',
  message: () => 'You are not signed in.',
  hint: () => 'Run `svc login`, or set SVC_TOKEN to an API key.',
});

export const denied = defineError<{ permission: string; hint?: string | undefined }>({
  code: 'denied',
  status: 403,
  exit: ExitCode.denied,
  title: 'Permission denied',
  remedy:
    'Ask an owner of the workspace or an admin of the organization for a role with the permission.',
  message: ({ permission }) => `You lack the permission "${permission}" for this.`,
  hint: ({ hint }) => hint,
});

/** Another caller has changed the object in the meantime; nothing was written. */
export const staleState = defineError<{ kind: string; id: string; state?: string }>({
  code: 'stale_state',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Changed in the meantime',
  message: ({ kind, id, state }) =>
    `The ${kind} "${id}" was changed in the meantime${state === undefined ? '' : ` (it is now "${state}")`}; nothing was written.`,
  hint: () => 'Look at its present state and try again.',
});

/** A declared operation whose handler does not exist yet. */
export const notAvailableYet = defineError<{ what: string }>({
  code: 'not_available_yet',
  status: 501,
  exit: ExitCode.unavailable,
  title: 'Not available yet',
  remedy: 'Use a newer version of the program.',
  message: ({ what }) => `${what} is not available yet.`,
});

/** The requested operation belongs to a module that is not available here. */
export const moduleUnavailable = defineError<{ module: string; why?: string }>({
  code: 'module_unavailable',
  status: 503,
  exit: ExitCode.unavailable,
  title: 'Module not available',
  message: ({ module, why }) =>
    `not available: ${module} is not loaded${why === undefined ? '' : ` (${why})`}`,
  hint: () => 'Run `svc doctor` to see the state of every module.',
});

export const serverUnreachable = defineError<{ url: string; why: string }>({
  code: 'server_unreachable',
  status: 503,
  exit: ExitCode.unavailable,
  title: 'Server unreachable',
  message: ({ url, why }) => `The server at ${url} cannot be reached: ${why}.`,
  hint: () => 'Is it running? Set SVC_URL to use another server, or start one with `svc serve`.',
});

export const cancelled = defineError<{ what: string }>({
  code: 'cancelled',
  status: 499,
  exit: ExitCode.unavailable,
  title: 'Cancelled',
  remedy: 'Run it again if you still need it.',
  message: ({ what }) => `${what} was cancelled.`,
});

/** An unexpected error. Its cause goes to the log; the caller sees only this. */
export const internalError = defineError({
  code: 'internal',
  status: 500,
  exit: ExitCode.bug,
  title: 'Internal error',
  message: () => 'Something went wrong that should not have.',
  hint: () =>
    'Run again with SVC_DEBUG=1 for details, or look for the request id in the server log.',
});
