import { defineError, ExitCode } from 'svc-registry/kernel';
import { counted } from '../../../toolbox/plural.js';

/** An expression or a time zone that cannot be used; each problem is an issue of its field. */
export const cronInvalid = defineError<{ what: string; hint?: string | undefined }>({
  code: 'cron_invalid',
  status: 400,
  exit: ExitCode.invalid,
  title: 'Schedule times cannot be used',
  cause: 'The times of a schedule are not a cron expression that can be used.',
  message: ({ what }) => what,
  hint: ({ hint }) =>
    hint ??
    'Write five fields: minute, hour, day of month, month, weekday. `0 9 * * 1-5` is weekdays at nine.',
});

/** The operator's least time between two launches of a schedule. */
export const tooFrequent = defineError<{ minutes: number; least: number }>({
  code: 'schedule_too_frequent',
  status: 400,
  exit: ExitCode.invalid,
  title: 'Too frequent',
  message: ({ minutes, least }) =>
    `The schedule would launch ${counted(minutes, 'minute')} after the time before; at least ${counted(least, 'minute')} must lie between.`,
  hint: () => 'Operators: SVC_SCHEDULE_MIN_MINUTES.',
});

/** The operator's most active schedules of a workspace. */
export const tooManySchedules = defineError<{ workspace: string; most: number }>({
  code: 'too_many_schedules',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Too many active schedules',
  message: ({ workspace, most }) =>
    `The workspace "${workspace}" may have ${counted(most, 'active schedule')}.`,
  hint: () => 'Pause or delete one that is not needed. Operators: SVC_SCHEDULE_MAX_ACTIVE.',
});

/** The schedule belongs to a `svc.json`: elsewhere it can only be paused, resumed and triggered. */
export const definedInFile = defineError<{ key: string; file: string; action: string }>({
  code: 'schedule_defined_in_file',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Schedule defined in a file',
  message: ({ key, file, action }) =>
    `The schedule "${key}" is defined in ${file}, so it cannot be ${action} here.`,
  hint: () => 'Change the file, then run `svc schedule sync` in its checkout.',
});

/** `schedules` of a `svc.json` that cannot be used; each problem is an issue with its position. */
export const schedulesInvalid = defineError<{ file: string; count: number }>({
  code: 'schedules_invalid',
  status: 400,
  exit: ExitCode.invalid,
  title: 'Schedules of svc.json cannot be used',
  message: ({ file, count }) => `${file}: ${counted(count, 'problem')} in "schedules".`,
  hint: () => 'Mend the file; nothing was changed on the server.',
});

/** A folder whose schedules cannot be synchronized, because nothing says what to clone. */
export const noRepository = defineError<{ folder: string }>({
  code: 'schedule_without_repository',
  status: 400,
  exit: ExitCode.invalid,
  title: 'No repository',
  message: ({ folder }) =>
    `${folder} is no checkout of a repository with a remote on a git host, so the schedules have nothing to clone.`,
  hint: () => 'Add the remote: `git remote add origin <address>`.',
});

/** Entries of a file that the server refuses; each problem is an issue of its key. */
export const schedulesRefused = defineError<{ count: number }>({
  code: 'schedules_refused',
  status: 400,
  exit: ExitCode.invalid,
  title: 'Schedules refused',
  message: ({ count }) => `The server refuses the file: ${counted(count, 'problem')}.`,
  hint: () => 'Mend the file; nothing was changed on the server.',
});
