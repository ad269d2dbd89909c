import { defineError, ExitCode } from 'svc-registry/kernel';

/** Runs belong to a project, and the folder is linked to none. */
export const projectNotLinked = defineError<{ folder: string }>({
  code: 'project_not_linked',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Not linked to a project',
  message: ({ folder }) => `${folder} is not linked to a project, which evaluations belong to.`,
  hint: () =>
    'Link it with `svc project link`, or create its project with `svc project create --workspace <workspace>`.',
});

/** `--last` finds nothing. */
export const nothingLast = defineError<{ workspace: string; what: string; start: string }>({
  code: 'nothing_last',
  status: 404,
  exit: ExitCode.notFound,
  title: 'Nothing yet',
  message: ({ workspace, what }) => `The workspace ${workspace} has no ${what}.`,
  hint: ({ start }) => `\`${start}\` starts one.`,
});

/** What would be sent is more than the server takes. */
export const bundleTooLarge = defineError<{ why: string }>({
  code: 'bundle_too_large',
  status: 413,
  exit: ExitCode.invalid,
  title: 'Too much to send',
  message: ({ why }) => `The scenarios, their fixtures and the context are too large: ${why}`,
  hint: () =>
    'Narrow fixtures with `include` and `exclude`, name a commit fixture instead, or run fewer scenarios at once.',
});

/** A context that names nothing that could be sent. */
export const contextUnusable = defineError<{ context: string; why: string; hint?: string }>({
  code: 'context_unusable',
  status: 422,
  exit: ExitCode.invalid,
  title: 'Context cannot be used',
  message: ({ context, why }) => `The context ${context} cannot be used: ${why}.`,
  hint: ({ hint }) =>
    hint ??
    'Name a folder of a plugin, files, a pattern in quotes, or <workspace>/<plugin>@<version>.',
});

/** An archive of scenarios has something else. */
export const downloadUnsafe = defineError<{ path: string; why: string }>({
  code: 'download_unsafe',
  status: 502,
  exit: ExitCode.invalid,
  title: 'Not written',
  remedy: 'Do not use what this server sends before its operator has looked into it.',
  message: ({ path, why }) =>
    `The server has sent "${path}", which is not written: ${why}. Nothing was changed.`,
});

/** A folder that must not be cleared. */
export const targetNotCleared = defineError<{ folder: string; why: string }>({
  code: 'target_not_cleared',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Folder not cleared',
  message: ({ folder, why }) => `${folder} is not cleared: ${why}. Nothing was changed.`,
  hint: () => 'Name a folder of scenarios with --output, or leave out --strategy replace.',
});

/** Another command writes to the same folder. */
export const targetBusy = defineError<{ folder: string }>({
  code: 'target_busy',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Folder in use',
  message: ({ folder }) => `Another command is writing scenarios to ${folder}.`,
  hint: () => 'Try it again when that has ended.',
});

/** Scenarios that a publish is to be refused for. */
export const scenariosPoor = defineError<{ count: number }>({
  code: 'scenarios_poor',
  status: 422,
  exit: ExitCode.gate,
  title: 'Scenarios of too little use',
  message: ({ count }) =>
    `The quality check rejects ${count === 1 ? '1 scenario' : `${count} scenarios`}. Nothing was published.`,
  hint: () =>
    '`svc eval lint` shows what to change; without --with-scenario-quality-check they are published.',
});
