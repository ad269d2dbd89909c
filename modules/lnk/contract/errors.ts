import { defineError, ExitCode } from 'svc-registry/kernel';

/** No file of this name. */
export const configNotFound = defineError<{ file: string }>({
  code: 'config_not_found',
  status: 404,
  exit: ExitCode.notFound,
  title: 'No configuration file',
  message: ({ file }) => `There is no configuration file ${file}.`,
  hint: () =>
    'Check the path, which counts from the current folder; -f alone means .lnk/lnk.json, and without -f no file is read.',
});

/** The file is there, and cannot be read. `why` ends a sentence. */
export const configUnreadable = defineError<{ file: string; why: string; hint: string }>({
  code: 'config_unreadable',
  status: 400,
  exit: ExitCode.usage,
  title: 'Unreadable configuration file',
  remedy: 'Check that the path is right and that you may read the file.',
  message: ({ file, why }) => `The configuration ${file} cannot be read: ${why}.`,
  hint: ({ hint }) => hint,
});

export const configTooLarge = defineError<{ file: string; most: number }>({
  code: 'config_too_large',
  status: 413,
  exit: ExitCode.invalid,
  title: 'Configuration too large',
  cause: 'The configuration file is larger than a configuration may be.',
  message: ({ file, most }) => `The configuration ${file} has more than ${most / 1024} KB.`,
  hint: () => 'A configuration has a few. Is it the right file?',
});

/** Its bytes are no text in UTF-8. `why` is a full sentence. */
export const configEncoding = defineError<{ why: string; hint: string }>({
  code: 'config_encoding',
  status: 422,
  exit: ExitCode.invalid,
  title: 'Configuration not in UTF-8',
  cause: 'The configuration file is not text in UTF-8.',
  remedy: 'Save the file as UTF-8.',
  message: ({ why }) => why,
  hint: ({ hint }) => hint,
});

export const configFormatUnknown = defineError<{ file: string; extension: string }>({
  code: 'config_format_unknown',
  status: 422,
  exit: ExitCode.invalid,
  title: 'Unknown configuration format',
  message: ({ file, extension }) =>
    `The configuration ${file} has the extension ${extension}, which is no format that can be read.`,
  hint: () =>
    'Name the file with the extension json, toml, yaml or yml, or with none: then its content decides.',
});

/** The configuration has mistakes: each is one of the issues. */
export const configInvalid = defineError<{ file: string | undefined; mistakes: string }>({
  code: 'config_invalid',
  status: 422,
  exit: ExitCode.invalid,
  title: 'Invalid configuration',
  message: ({ file, mistakes }) =>
    `The configuration${file === undefined ? '' : ` ${file}`} has ${mistakes}.`,
  hint: ({ file }) =>
    file === undefined
      ? 'Correct the flags and variables that are named.'
      : 'Correct them; `lnk config verify` checks the file again.',
});

/** No field of this name. */
export const configFieldUnknown = defineError<{ field: string; meant: string | undefined }>({
  code: 'config_field_unknown',
  status: 404,
  exit: ExitCode.notFound,
  title: 'Unknown field',
  message: ({ field }) => `The configuration has no field ${field}.`,
  hint: ({ meant }) =>
    meant === undefined
      ? '`lnk config schema` lists all of them.'
      : `Did you mean ${meant}? \`lnk config schema\` lists all of them.`,
});
