import { defineError, ExitCode } from 'svc-registry/kernel';

/** There is nothing to back up, to check or to move. */
export const noData = defineError<{ location: string }>({
  code: 'no_data',
  status: 404,
  exit: ExitCode.notFound,
  title: 'No data',
  message: ({ location }) => `There is no database of a server at ${location}.`,
  hint: () =>
    'Name its location with --data-dir, SVC_DATA_DIR or SVC_DATABASE_URL, as when the server is started.',
});

export const databaseNotEmpty = defineError<{ location: string }>({
  code: 'database_not_empty',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Database not empty',
  message: ({ location }) =>
    `The database ${location} holds data of a server already; nothing was changed.`,
  hint: () =>
    'Restore into an empty one, or stop the server and use --force, which keeps the present data under another name.',
});

export const fileExists = defineError<{ file: string }>({
  code: 'file_exists',
  status: 409,
  exit: ExitCode.conflict,
  title: 'File exists',
  message: ({ file }) => `${file} exists already and is not overwritten.`,
  hint: () => 'Choose another name.',
});

/** The file is not a backup, is cut off, or does not hold what it says. */
export const backupDamaged = defineError<{ file: string; why: string }>({
  code: 'backup_damaged',
  status: 400,
  exit: ExitCode.invalid,
  title: 'Unusable backup',
  message: ({ file, why }) =>
    `${file} cannot be used as a backup: ${why}. The present data are as they were.`,
  hint: () => 'Use another backup.',
});

/** A backup or database was written by a newer version of this program or of one of its modules. */
export const newerData = defineError<{ unknown: readonly string[] }>({
  code: 'newer_data',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Newer data',
  cause: 'The data are from a newer version of the program. Nothing was changed.',
  message: ({ unknown }) =>
    `The data are from a newer version: this one does not know ${unknown.join(', ')}. Nothing was changed.`,
  hint: () => 'Use the version of the program that wrote them, or a newer one.',
});

/** The data are sound, but do not fit this installation. */
export const restoreImpossible = defineError<{ why: string; hint: string }>({
  code: 'restore_impossible',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Data do not fit',
  remedy:
    'Restore with the version of the program, the modules and the settings that the backup was made with.',
  message: ({ why }) => `The data cannot be restored: ${why}. Nothing was changed.`,
  hint: ({ hint }) => hint,
});

/** A value in the database is not of its column's kind. */
export const rowUnreadable = defineError<{
  table: string;
  key: string;
  column: string;
  why: string;
}>({
  code: 'row_unreadable',
  status: 500,
  exit: ExitCode.invalid,
  title: 'Unreadable row',
  message: ({ table, key, column, why }) =>
    `The value of "${column}" in the row "${key}" of the table "${table}" cannot be read: ${why}.`,
  hint: () => 'Repair this row: a backup never leaves rows out silently.',
});

export const rowsRefused = defineError<{ table: string; first: string; last: string; why: string }>(
  {
    code: 'rows_refused',
    status: 409,
    exit: ExitCode.invalid,
    title: 'Rows refused',
    message: ({ table, first, last, why }) =>
      `The database refuses a row of the table "${table}", from "${first}" to "${last}": ${why}. Nothing was changed.`,
    hint: () =>
      'Correct the row in the source. PostgreSQL, for example, cannot store a text with a NUL character.',
  },
);

export const copyDiffers = defineError<{ tables: readonly string[] }>({
  code: 'copy_differs',
  status: 500,
  exit: ExitCode.bug,
  title: 'Copy differs',
  cause: 'What was written while data were copied is not what was read back. Nothing was changed.',
  message: ({ tables }) =>
    `What was written is not what was read back, in: ${tables.join(', ')}. Nothing was changed.`,
  hint: () => 'Run `svc server check` on the source.',
});
