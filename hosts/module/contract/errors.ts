import { defineError, ExitCode } from 'svc-registry/kernel';
import { counted } from '../../../toolbox/plural.js';

/** An agent wants to do what it needs a person for, and the person says no or cannot be asked. */
export const consentRequired = defineError<{ what: string; hint: string }>({
  code: 'consent_required',
  status: 403,
  exit: ExitCode.denied,
  title: 'Consent required',
  cause:
    'A coding agent wants to do what needs the consent of a person, and the person has refused or cannot be asked.',
  remedy: 'Ask the person to agree, or to run the command in a terminal.',
  message: ({ what }) => what,
  hint: ({ hint }) => hint,
});

/** No operation answers at this method and path. */
export const noSuchRoute = defineError<{ method: string }>({
  code: 'not_found',
  status: 404,
  exit: ExitCode.notFound,
  title: 'Not found',
  message: ({ method }) => `No route answers ${method} at this address.`,
  hint: () => 'GET /openapi.json lists every address.',
});

export const bodyTooLarge = defineError<{ limit: number }>({
  code: 'body_too_large',
  status: 413,
  exit: ExitCode.invalid,
  title: 'Body too large',
  remedy: 'Send less at a time.',
  message: ({ limit }) =>
    `The request body is larger than the ${limit} bytes that are accepted here.`,
});

export const unsupportedBody = defineError<{ what: string }>({
  code: 'unsupported_body',
  status: 415,
  exit: ExitCode.invalid,
  title: 'Unsupported body',
  cause: 'The body of the request is of a type or an encoding that the operation does not accept.',
  message: ({ what }) => what,
  hint: () => 'Send application/json in UTF-8 without Content-Encoding.',
});

/** The request breaks off, or its body does not arrive in time. */
export const bodyNotReceived = defineError<{ seconds: number }>({
  code: 'body_not_received',
  status: 408,
  exit: ExitCode.unavailable,
  title: 'Body not received',
  remedy: 'Send the request again. Behind a proxy, check that it passes the body on at once.',
  message: ({ seconds }) => `The request body did not arrive within ${seconds} seconds.`,
});

/** Bodies of requests take all the memory that there is for them. Carries `retryAfterSeconds` among its details. */
export const receivingTooMuch = defineError({
  code: 'receiving_too_much',
  status: 429,
  exit: ExitCode.unavailable,
  title: 'Too many bodies at once',
  message: () => 'The bodies of other requests fill the memory that the server has for them.',
  hint: () => 'Send the request again in a few seconds.',
});

export const unsupportedAuthorization = defineError({
  code: 'unsupported_authorization',
  status: 401,
  exit: ExitCode.denied,
  title: 'Unsupported authorization',
  remedy: 'Send the header as "Bearer <token>".',
  message: () => 'The Authorization header is not of the form "Bearer <token>".',
});

export const metricsRefused = defineError({
  code: 'metrics_refused',
  status: 401,
  exit: ExitCode.denied,
  title: 'Not allowed',
  message: () => 'The metrics are shown to the holder of their own token only.',
  hint: () => 'Send "Authorization: Bearer <value of SVC_METRICS_TOKEN>".',
});

export const notReady = defineError<{ failing: readonly string[] }>({
  code: 'not_ready',
  status: 503,
  exit: ExitCode.unavailable,
  title: 'Not ready',
  cause: 'The server is starting or stopping, or something that it depends on cannot be reached.',
  message: ({ failing }) => `The server cannot serve requests now: ${failing.join('; ')}.`,
  hint: () => 'The server log has the cause.',
});

export const addressUnavailable = defineError<{ address: string; why: string }>({
  code: 'address_unavailable',
  status: 503,
  exit: ExitCode.unavailable,
  title: 'Address unavailable',
  message: ({ address, why }) => `The server cannot listen on ${address}: ${why}.`,
  hint: () => 'Choose another with --port or --host, or stop what uses it.',
});

export const workerNeedsPostgres = defineError({
  code: 'worker_needs_postgres',
  status: 400,
  exit: ExitCode.usage,
  title: 'Worker needs PostgreSQL',
  message: () =>
    '`svc worker` shares a PostgreSQL database with the server; an SQLite database belongs to `svc serve`, which does the work itself.',
  hint: () =>
    'Set SVC_DATABASE_URL=postgres://user:password@host:5432/database, or only run `svc serve`.',
});

/** `svc server check` has found something; each problem is an issue. */
export const dataNotWhole = defineError<{ problems: number }>({
  code: 'data_not_whole',
  status: 500,
  exit: ExitCode.gate,
  title: 'Data damaged or incomplete',
  message: ({ problems }) =>
    `The data of the server are damaged or incomplete: ${counted(problems, 'problem')}.`,
  hint: () => 'Keep a copy of the data folder before you change anything.',
});

/** An operator's command was started for another data folder than the server's. */
export const dataFolderMissing = defineError<{ folder: string }>({
  code: 'data_folder_missing',
  status: 404,
  exit: ExitCode.notFound,
  title: 'No data folder',
  message: ({ folder }) => `There is no data folder of a server at ${folder}.`,
  hint: () =>
    'Name its location with --data-dir, SVC_DATA_DIR or SVC_DATABASE_URL, as when the server is started.',
});

/** A command cannot start the program that it runs in its terminal. */
export const programNotStarted = defineError<{ program: string; why: string }>({
  code: 'program_not_started',
  status: 500,
  exit: ExitCode.notFound,
  title: 'Program not started',
  message: ({ program, why }) => `The program \`${program}\` cannot be started: ${why}.`,
  hint: () => 'Check that it is installed and in PATH, or give its full path.',
});

/** The package of the client is installed, and something of the server is asked for. */
export const serverPackageNeeded = defineError<{ name: string; version: string }>({
  code: 'server_package_needed',
  status: 503,
  exit: ExitCode.unavailable,
  title: 'Server package needed',
  message: ({ name }) =>
    `The package ${name} is the client alone: what runs on a server, such as \`svc serve\`, \`svc worker\` and \`svc server …\`, is in the package svc-registry.`,
  hint: ({ name, version }) =>
    `Install that one instead, it has the client too: \`npm uninstall -g ${name} && npm install -g --allow-scripts=sqlite3,argon2 ./svc-registry-${version}.tgz\`. The file, or its address, is where this package came from.`,
});
