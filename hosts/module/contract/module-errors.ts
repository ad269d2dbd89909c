import { defineError, ExitCode } from 'svc-registry/kernel';

/** A module does not pass the checks; each problem is one of `issues`. */
export const moduleRefused = defineError<{ module: string; problems: number; folder: string }>({
  code: 'module_refused',
  status: 400,
  exit: ExitCode.invalid,
  title: 'Module refused',
  message: ({ module, problems, folder }) =>
    `The module ${module} in ${folder} has ${problems === 1 ? 'a problem' : `${problems} problems`}.`,
  hint: () =>
    'The author of the module can fix them and check again with `svc modules check` in its folder.',
});

export const moduleNotInstalled = defineError<{ module: string; folder: string }>({
  code: 'module_not_installed',
  status: 404,
  exit: ExitCode.notFound,
  title: 'Module not installed',
  message: ({ module, folder }) => `There is no package "${module}" in ${folder}.`,
  hint: ({ module, folder }) =>
    `Install it with \`npm install --prefix ${folder} ${module}\`. For a folder, write its path: ./${module} or an absolute one.`,
});

export const moduleNotNamed = defineError<{
  module: string;
  config: string;
  named: readonly string[];
}>({
  code: 'module_not_named',
  status: 404,
  exit: ExitCode.notFound,
  title: 'Module not named',
  remedy: '`svc modules list` shows the modules.',
  message: ({ module, config }) => `${config} names no module "${module}".`,
  hint: ({ named }) =>
    named.length === 0 ? 'It names no module.' : `It names ${named.join(', ')}.`,
});

/** The configuration cannot be written; it is as it was. */
export const configUnwritable = defineError<{ file: string; why: string }>({
  code: 'config_unwritable',
  status: 500,
  exit: ExitCode.unavailable,
  title: 'Configuration not writable',
  remedy: 'Make the file and its folder writable.',
  message: ({ file, why }) => `${file} cannot be written: ${why}.`,
});
