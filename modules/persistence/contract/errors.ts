import { defineError, ExitCode } from 'svc-registry/kernel';

/** The database or the blob store has no room left; nothing was written. */
export const insufficientStorage = defineError<{ what: string }>({
  code: 'insufficient_storage',
  status: 507,
  exit: ExitCode.unavailable,
  title: 'Out of storage',
  message: ({ what }) => `The server has no room left for ${what}; nothing was written.`,
  hint: () => 'Free space on the server; no restart is needed.',
});

/** The database or the blob store can be read but not written, or not even read; nothing was written. */
export const storageUnavailable = defineError<{ what: string; why: string }>({
  code: 'storage_unavailable',
  status: 503,
  exit: ExitCode.unavailable,
  title: 'Storage unavailable',
  message: ({ what, why }) => `The server cannot write ${what}: ${why}.`,
  hint: () => 'Repair its volume on the server; no restart is needed.',
});

/** Too much is going on at once; the same request may succeed in a moment. `details.retryAfterSeconds` says when. */
export const databaseBusy = defineError<{ why: string }>({
  code: 'database_busy',
  status: 503,
  exit: ExitCode.unavailable,
  title: 'Database busy',
  message: ({ why }) => `The database is busy: ${why}.`,
  hint: () => 'Try again in a moment.',
});

/** A search or another long read was ended. */
export const readTooLong = defineError({
  code: 'read_too_long',
  status: 504,
  exit: ExitCode.unavailable,
  title: 'Took too long',
  message: () => 'The read took more than five seconds and was ended.',
  hint: () =>
    'Ask for less, for example with rarer words or one workspace, or try again when the server is less busy.',
});

export const databaseUnavailable = defineError<{ location: string; why: string }>({
  code: 'database_unavailable',
  status: 503,
  exit: ExitCode.unavailable,
  title: 'Database unavailable',
  message: ({ location, why }) => `The database ${location} cannot be used: ${why}.`,
  hint: () => 'Check that it runs and that SVC_DATABASE_URL is right.',
});

/** The file of an SQLite database is damaged, or is something else. */
export const databaseDamaged = defineError<{ location: string; why: string }>({
  code: 'database_damaged',
  status: 503,
  exit: ExitCode.unavailable,
  title: 'Database damaged',
  message: ({ location, why }) => `The database ${location} cannot be used: ${why}.`,
  hint: () => 'Restore a backup, unless SVC_DATABASE_URL names the wrong file.',
});

/** A row points at a content that the blob store does not have. */
export const blobMissing = defineError<{ sha256: string }>({
  code: 'blob_missing',
  status: 500,
  exit: ExitCode.bug,
  title: 'Content missing',
  message: ({ sha256 }) => `The blob store has no content "${sha256}".`,
  hint: () => 'Restore the blob folder from the backup that belongs to the database.',
});

/** What the blob store holds under a hash is not what was stored there. */
export const blobCorrupt = defineError<{ sha256: string }>({
  code: 'blob_corrupt',
  status: 500,
  exit: ExitCode.bug,
  title: 'Content damaged',
  message: ({ sha256 }) => `The stored content "${sha256}" is damaged: its hash does not match.`,
  hint: () => 'Restore this file of the blob folder from a backup.',
});

/** A setting of the environment that cannot be used. */
export const badSetting = defineError<{ name: string; why: string; hint: string }>({
  code: 'bad_setting',
  status: 500,
  exit: ExitCode.invalid,
  title: 'Unusable setting',
  remedy: 'Correct the setting, or unset it to use its default.',
  message: ({ name, why }) => `${name} cannot be used: ${why}.`,
  hint: ({ hint }) => hint,
});

export const dataFolderInUse = defineError<{ folder: string; owner: string }>({
  code: 'data_folder_in_use',
  status: 503,
  exit: ExitCode.conflict,
  title: 'Data folder in use',
  message: ({ folder, owner }) => `The data folder ${folder} is in use by ${owner}.`,
  hint: () =>
    'Stop that process, choose another folder with SVC_DATA_DIR, or use PostgreSQL to run several servers.',
});

export const driverUnusable = defineError<{ name: string; why: string; hint: string }>({
  code: 'driver_unusable',
  status: 500,
  exit: ExitCode.unavailable,
  title: 'Database driver unusable',
  remedy: 'Install the driver again, for the version of Node that runs the server.',
  message: ({ name, why }) => `The database driver "${name}" cannot be used: ${why}.`,
  hint: ({ hint }) => hint,
});

/** A module breaks a rule about tables and migrations. */
export const tablesRefused = defineError<{ module: string; why: string }>({
  code: 'tables_refused',
  status: 500,
  exit: ExitCode.invalid,
  title: 'Tables refused',
  message: ({ module, why }) => `The tables of the module "${module}" are refused: ${why}.`,
  hint: ({ module }) => `Fix the module "${module}", or remove it from the server's configuration.`,
});

/** The database was written by a newer version of this program or of one of its modules. */
export const newerDatabase = defineError<{ location: string; unknown: readonly string[] }>({
  code: 'newer_database',
  status: 503,
  exit: ExitCode.conflict,
  title: 'Newer database',
  cause:
    'The database was upgraded by a newer version of the program: it has migrations that this one does not know.',
  message: ({ location, unknown }) =>
    `The database ${location} is newer than this program: it has migrations that are not known here (${unknown.join(', ')}).`,
  hint: () => 'Start the newer version again, or restore a backup from before the upgrade.',
});

export const migrationFailed = defineError<{ module: string; migration: string; why: string }>({
  code: 'migration_failed',
  status: 500,
  exit: ExitCode.bug,
  title: 'Migration failed',
  message: ({ module, migration, why }) =>
    `The migration "${migration}" of the module "${module}" failed: ${why}. It was rolled back.`,
  hint: () =>
    'The database is as it was before this migration; the previous version of the program still works with it.',
});

/** The object's state does not allow the event. */
export const wrongState = defineError<{
  kind: string;
  id: string;
  state: string;
  event: string;
  allowed: readonly string[];
}>({
  code: 'wrong_state',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Not possible in this state',
  remedy: 'Look at its present state; the message lists what is possible in it.',
  message: ({ kind, id, state, event }) =>
    `The ${kind} "${id}" is "${state}"; "${event}" is not possible in this state.`,
  hint: ({ allowed }) =>
    allowed.length === 0 ? 'This state is final.' : `Possible now: ${allowed.join(', ')}.`,
});

export const badCursor = defineError({
  code: 'bad_cursor',
  status: 400,
  exit: ExitCode.invalid,
  title: 'Bad cursor',
  message: () => 'The cursor does not come from this list.',
  hint: () => 'Start again from the first page.',
});

export const bothPageSides = defineError({
  code: 'bad_page',
  status: 400,
  exit: ExitCode.invalid,
  title: 'Bad page',
  remedy: 'Send `page[after]` or `page[before]`, not both.',
  message: () => 'A page is either after a cursor or before one, not both.',
});
