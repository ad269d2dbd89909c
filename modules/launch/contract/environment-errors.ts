import { defineError, ExitCode } from 'svc-registry/kernel';

/** Variables that no environment can hold; each problem is an issue, without a value. */
export const environmentInvalid = defineError<{ what: string }>({
  code: 'environment_invalid',
  status: 400,
  exit: ExitCode.invalid,
  title: 'Environment cannot be used',
  cause:
    'The variables cannot be an environment: a name is not allowed, a line cannot be read, or they are too many or too long.',
  message: ({ what }) => what,
  hint: () => 'A line is `KEY=value`; a value with spaces, line breaks or # stands in quotes.',
});

/** The workspace has an environment of that name. */
export const environmentExists = defineError<{ workspace: string; name: string }>({
  code: 'environment_exists',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Environment name taken',
  message: ({ workspace, name }) =>
    `The workspace "${workspace}" has an environment "${name}" already.`,
  hint: ({ name }) => `Replace its values with \`svc env update ${name}\`, or choose another name.`,
});

/** No environment of the workspace has that name. */
export const environmentUnknown = defineError<{
  workspace: string;
  name: string;
  names: readonly string[];
  more: boolean;
}>({
  code: 'environment_unknown',
  status: 404,
  exit: ExitCode.notFound,
  title: 'No such environment',
  remedy: '`svc env list` shows the environments of the workspace; `svc env create` makes one.',
  message: ({ workspace, name }) => `The workspace "${workspace}" has no environment "${name}".`,
  hint: ({ names, more }) =>
    names.length === 0
      ? 'It has none; `svc env create` makes one.'
      : `It has ${names.join(', ')}${more ? ' and more' : ''}.`,
});

/** The environment of a run was deleted before the run read it. */
export const environmentGone = defineError<{ id: string }>({
  code: 'environment_gone',
  status: 410,
  // final: a run that is tried again would not find it either
  exit: ExitCode.notFound,
  title: 'Environment deleted',
  message: ({ id }) => `The environment ${id} of this run was deleted before the run read it.`,
  hint: () => 'Start the run again with an environment that exists; `svc env list` shows them.',
});
