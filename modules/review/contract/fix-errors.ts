/** Errors of fix runs, and of writing what they made. */
import { defineError, ExitCode } from 'svc-registry/kernel';

/** Files were edited since the fix run began. Nothing was written; `files` are relative to the skill. */
export const fixConflict = defineError<{ files: readonly string[] }>({
  code: 'fix_conflict',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Edited meanwhile',
  cause: 'Files of the skill were edited or removed since the fix run began. Nothing was written.',
  message: ({ files }) =>
    `Edited or removed since the fix run began: ${files.join(', ')}. Nothing was written.`,
  hint: () =>
    'Name the folder that was sent, or start another fix run, which begins with the files as they are now.',
});

/** A file of the skill cannot be replaced, as it is no plain file of its folder. Nothing was written. */
export const fixUnsafePath = defineError<{ path: string; why: string }>({
  code: 'fix_unsafe_path',
  status: 422,
  exit: ExitCode.invalid,
  title: 'Not a file of the skill',
  message: ({ path, why }) => `"${path}" is not written to: ${why}. Nothing was written.`,
  hint: () => 'Name the folder of the skill itself, and put plain files in the place of links.',
});

/** A file of the skill is read-only. Nothing was written. */
export const fixReadOnly = defineError<{ path: string }>({
  code: 'fix_read_only',
  status: 422,
  exit: ExitCode.invalid,
  title: 'Read-only',
  message: ({ path }) => `"${path}" is read-only. Nothing was written.`,
  hint: () => 'Make it writable, and apply the fix again.',
});

/** Another command is writing a fix to the same folder. */
export const fixBusy = defineError<{ folder: string }>({
  code: 'fix_busy',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Another command is writing',
  message: ({ folder }) => `Another command is writing a fix to ${folder}.`,
  hint: () => 'Wait for its end, and apply the fix again.',
});

/** A file could not be written. What was written before it was taken back. */
export const fixNotWritten = defineError<{ path: string; why: string }>({
  code: 'fix_not_written',
  status: 500,
  exit: ExitCode.unavailable,
  title: 'Not written',
  message: ({ path, why }) => `"${path}" could not be written: ${why}. All files are as before.`,
  hint: () => 'Remove the cause, and apply the fix again.',
});

/** The rest of an interrupted write belongs to another folder, of which this one is a copy, or came with a repository. */
export const fixRecoveryFailed = defineError<{ path: string; why: string }>({
  code: 'fix_recovery_failed',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Interrupted fix',
  message: ({ path, why }) => `What an interrupted fix left in ${path} cannot be used: ${why}.`,
  hint: () =>
    'Compare the files of the skill with those of your repository, and remove that folder.',
});

/** The improved files that were received are not those that the run made. Nothing was written. */
export const fixDamaged = defineError<{ path: string }>({
  code: 'fix_damaged',
  status: 502,
  exit: ExitCode.unavailable,
  title: 'Damaged download',
  message: ({ path }) =>
    `The improved "${path}" did not arrive as the run made it. Nothing was written.`,
  hint: () => 'Try again; if it happens again, tell the operator of the server.',
});
