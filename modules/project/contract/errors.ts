import { defineError, ExitCode } from 'svc-registry/kernel';

export const duplicateProjectName = defineError<{ workspace: string; name: string }>({
  code: 'duplicate_project_name',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Project name taken',
  message: ({ workspace, name }) => `The workspace "${workspace}" has a project "${name}" already.`,
  hint: () => 'Choose another name, or link this folder to that project with `svc project link`.',
});

export const duplicateProjectProvenance = defineError<{
  workspace: string;
  uri: string;
  subpath: string;
}>({
  code: 'duplicate_project_provenance',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Project source taken',
  message: ({ workspace, uri, subpath }) =>
    `The workspace "${workspace}" has a project for ${uri}${subpath === '' ? '' : ` (${subpath})`} already.`,
  hint: () => 'Link this folder to it with `svc project link`, or take another workspace.',
});

/** The current folder has no `svc.json`, one above it has. */
export const nestedProject = defineError<{ folder: string; file: string }>({
  code: 'nested_project',
  status: 400,
  exit: ExitCode.usage,
  title: 'Inside another project',
  message: ({ folder, file }) => `${folder} belongs to the project of ${file}.`,
  hint: () => 'Make a project of its own here with --nested, or go to the folder of that one.',
});

/** `svc.json` names a project already. */
export const alreadyLinked = defineError<{ file: string; name: string }>({
  code: 'project_already_linked',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Linked to another project',
  message: ({ file, name }) => `${file} is linked to the project ${name}.`,
  hint: () =>
    'Make a separate project with --new, or link the folder to another one with `svc project repair --relink --project <name>`.',
});

/** Nothing that the server knows fits what the folder says. */
export const projectUnknown = defineError<{ workspace: string; looked: string }>({
  code: 'project_unknown',
  status: 404,
  exit: ExitCode.notFound,
  title: 'No such project',
  message: ({ workspace, looked }) => `The workspace "${workspace}" has no project for ${looked}.`,
  hint: () => 'Create it with `svc project create`; `svc project list` shows what there is.',
});

/** Name and source lead to two projects. */
export const projectConflict = defineError<{ byName: string; bySource: string; uri: string }>({
  code: 'project_conflict',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Two projects fit',
  message: ({ byName, bySource, uri }) =>
    `By its name this folder is ${byName}, by its source ${uri} it is ${bySource}.`,
  hint: ({ bySource }) => `\`svc project repair --relink\` links it to ${bySource}.`,
});

/** What was asked for does not mend what is wrong. */
export const repairNotPossible = defineError<{
  action: string;
  outcome: string;
  allowed: readonly string[];
}>({
  code: 'repair_not_possible',
  status: 409,
  exit: ExitCode.conflict,
  title: 'This does not mend it',
  remedy: 'Use one of the actions that the message lists.',
  message: ({ action, outcome }) =>
    `${action} does not help where the outcome is ${outcome}; nothing was changed.`,
  hint: ({ allowed }) => (allowed.length === 0 ? undefined : `What helps: ${allowed.join(', ')}.`),
});
