import { defineError, ExitCode } from 'svc-registry/kernel';

/** A plugin breaks rules of the format; each broken rule is one of `issues`. */
export const pluginInvalid = defineError<{ what: string }>({
  code: 'plugin_invalid',
  status: 400,
  exit: ExitCode.invalid,
  title: 'Invalid plugin',
  cause:
    'The plugin breaks rules of the format. Each broken rule is listed with its file and line.',
  message: ({ what }) => what,
  hint: () => 'Correct what is listed; `svc plugin lint` checks again.',
});

interface ArchiveProblem {
  readonly what: string;
}

function archiveError(
  code: `archive_${string}`,
  cause: string,
  { status = 400, hint = 'Make the archive with `svc plugin pack`.' } = {},
) {
  return defineError<ArchiveProblem>({
    code,
    status,
    exit: ExitCode.invalid,
    title: 'Invalid plugin archive',
    cause,
    message: ({ what }) => what,
    hint: () => hint,
  });
}

export const archiveNotGzip = archiveError(
  'archive_gzip',
  'The archive is not one gzip member, or it is damaged.',
);
export const archiveCorrupt = archiveError(
  'archive_corrupt',
  'The tar is cut off, has a wrong checksum, or says one thing in two ways.',
);
export const archiveTrailingData = archiveError(
  'archive_trailing_data',
  'The archive continues after its end.',
);
export const archiveEntryType = archiveError(
  'archive_entry_type',
  'The archive has a link, a device, a pipe, a sparse file or an entry of an unknown kind.',
);
export const archivePath = archiveError(
  'archive_path',
  'A path of the archive leaves it, is not portable, or never ships.',
);
export const archiveCollision = archiveError(
  'archive_collision',
  'Two entries of the archive are one file on some system.',
);
export const archiveRoot = archiveError(
  'archive_root',
  'An entry of the archive is outside the folder `package/`.',
);
export const archiveManifest = archiveError(
  'archive_manifest',
  'The archive has no manifest, or more than one.',
);
export const archiveTooLarge = archiveError(
  'archive_too_large',
  'The archive has more bytes or entries than allowed, or is compressed beyond reason.',
  {
    status: 413,
    hint: 'Exclude large and very repetitive files that users do not need, with .svcignore.',
  },
);

/** There is something where a folder was to be created. `parameter`: what names the folder, in the words of the surface. */
export const targetExists = defineError<{ path: string; parameter: string }>({
  code: 'target_exists',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Already there',
  message: ({ path }) => `${path} exists and is not an empty folder; nothing was written.`,
  hint: ({ parameter }) => `Choose another folder with ${parameter}.`,
});

/** No plugin or skill in a folder. */
export const nothingToRead = defineError<{ path: string; what: string; hint?: string }>({
  code: 'plugin_missing',
  status: 404,
  exit: ExitCode.notFound,
  title: 'Nothing there',
  message: ({ path, what }) => `There is no ${what} in ${path}.`,
  hint: ({ hint }) =>
    hint ?? 'Name the folder, or create one with `svc plugin new` or `svc skill new`.',
});

/** An option of publishing that takes a module which runs evaluations. */
export const publishOptionUnserved = defineError<{ option: string }>({
  code: 'publish_option_unserved',
  status: 501,
  exit: ExitCode.unavailable,
  title: 'Not available',
  message: ({ option }) => `${option} is not available: no module here runs evaluations.`,
  hint: ({ option }) =>
    `Nothing was published. Leave out ${option}; the folder evals/ is published all the same, and \`svc eval lint\` checks it.`,
});

/** A manifest was to be made where there is one. */
export const manifestExists = defineError<{ path: string }>({
  code: 'manifest_exists',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Manifest already there',
  message: ({ path }) => `${path} exists; nothing was written.`,
  hint: () => '--force overwrites it.',
});
