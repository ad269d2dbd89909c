import { defineError, ExitCode } from 'svc-registry/kernel';

/**
 * Publishing without the publisher role (specification, "Authentication", 4). The same where the caller does not see the workspace and
 * where there is none of this name, so that the answer does not tell which it is.
 */
export const publishRefused = defineError<{ workspace: string }>({
  code: 'publish_refused',
  status: 401,
  exit: ExitCode.denied,
  title: 'Publishing refused',
  message: ({ workspace }) =>
    `You may not publish to the workspace "${workspace}": that needs the publisher role or higher.`,
  hint: () =>
    'Ask a workspace manager or owner for the publisher role, or check the name of the workspace.',
});

/** `details.nextVersion` is free: the highest version ever published with the part raised that was asked for; `null` when nothing higher exists. */
export const versionExists = defineError<{
  name: string;
  version: string;
  nextVersion: string | null;
  unpublished?: boolean;
}>({
  code: 'version_exists',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Version exists',
  message: ({ name, version, unpublished }) =>
    unpublished === true
      ? `${name}@${version} was unpublished; a version number is never used again.`
      : `${name}@${version} is already published with different content.`,
  hint: ({ nextVersion }) =>
    nextVersion === null ? 'Publish it under another name.' : `Publish it as ${nextVersion}.`,
});

export const workspaceMismatch = defineError<{ asked: string; manifest: string }>({
  code: 'workspace_mismatch',
  status: 400,
  exit: ExitCode.invalid,
  title: 'Another workspace in the manifest',
  message: ({ asked, manifest }) =>
    `The manifest names the workspace "${manifest}", but the plugin was sent to "${asked}".`,
  hint: () =>
    'Change "name" in .svc-plugin/plugin.json, or publish to the workspace that it names.',
});

/** A publish never changes in passing who may see a plugin. `agreement`: what makes it public, in the words of the surface. */
export const visibilityConflict = defineError<{
  name: string;
  wants: 'public' | 'private';
  agreement?: string;
}>({
  code: 'visibility_conflict',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Visibility would change',
  message: ({ name, wants }) =>
    wants === 'public'
      ? `${name} is private, but the manifest says "private": false.`
      : `${name} is public, but the manifest says that it is private; going public cannot be undone.`,
  hint: ({ wants, agreement = 'Send `public=true`' }) =>
    wants === 'public'
      ? `${agreement} to make the plugin public for good, or set "private": true in the manifest.`
      : `Set "private": false in the manifest, or publish under another name.`,
});

/** The sender agreed to going public, but the manifest that was sent says otherwise. */
export const manifestIsPrivate = defineError<{ name: string }>({
  code: 'manifest_is_private',
  status: 400,
  exit: ExitCode.invalid,
  title: 'Manifest says private',
  message: ({ name }) => `${name} is to be public, but its manifest says that it is private.`,
  hint: () => 'Set "private": false in .svc-plugin/plugin.json.',
});

/** The plugin is archived: nothing is published into it. */
export const tileArchived = defineError<{ name: string; reason: string | null }>({
  code: 'tile_archived',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Plugin archived',
  message: ({ name, reason }) =>
    `${name} is archived${reason === null ? '' : ` (${reason})`}; nothing can be published to it.`,
  hint: ({ name }) => `Restore it first: \`svc plugin unarchive ${name}\`.`,
});

/** A public version that has been out for too long. */
export const unpublishTooLate = defineError<{ name: string; version: string; hours: number }>({
  code: 'unpublish_too_late',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Too late to unpublish',
  message: ({ name, version, hours }) =>
    `${name}@${version} is public and was published more than ${hours} hours ago; it can no longer be unpublished.`,
  hint: ({ name, version }) =>
    `Archive it: \`svc plugin archive ${name}@${version}\` keeps it from being installed anew, and projects that have it keep it.`,
});

/** The version was there and was taken back. Its number is never used again. */
export const versionUnpublished = defineError<{
  name: string;
  version: string;
  unpublishedAt: string;
}>({
  code: 'version_unpublished',
  status: 410,
  exit: ExitCode.notFound,
  title: 'Version unpublished',
  cause: 'The version was unpublished; its content is gone.',
  message: ({ name, version, unpublishedAt }) =>
    `${name}@${version} was unpublished on ${unpublishedAt.slice(0, 10)}; its content is gone.`,
  hint: ({ name }) =>
    `Use another version (\`svc install ${name}\` installs the latest), or remove it (\`svc uninstall ${name}\`).`,
});

/** Specification, "Errors": files of a version whose moderation is pending, failed or errored. */
export const moderationHidden = defineError<{
  name: string;
  version: string;
  status: string;
  reason?: string | undefined;
}>({
  code: 'moderation_hidden',
  status: 403,
  exit: ExitCode.denied,
  title: 'Withheld by moderation',
  message: ({ name, version, status, reason }) =>
    `The files of ${name}@${version} are withheld: its moderation is "${status}"${reason === undefined ? '' : ` (${reason})`}.`,
  hint: ({ status }) =>
    status === 'pending' ? 'Try again when the scan has finished.' : 'Use another version.',
});

export const uploadMissing = defineError({
  code: 'upload_missing',
  status: 400,
  exit: ExitCode.invalid,
  title: 'No archive',
  message: () => 'The request has no body; the archive of the plugin was expected.',
  hint: () => 'Send the gzip-compressed tar that `svc plugin pack` writes.',
});

export const uploadTooLarge = defineError<{ limit: number }>({
  code: 'upload_too_large',
  status: 413,
  exit: ExitCode.invalid,
  title: 'Archive too large',
  cause: 'The archive is larger than the server accepts.',
  message: ({ limit }) => `The archive is larger than ${limit / 1_048_576} MB.`,
  hint: () => 'List files that need not ship in .svcignore.',
});

/** The query begins like an address and is not one. */
export const addressInvalid = defineError<{
  address: string;
  meant: 'package URL' | 'web address';
  why: string;
}>({
  code: 'address_invalid',
  status: 400,
  exit: ExitCode.invalid,
  title: 'Invalid address',
  cause:
    'The search looks like an address, but not like that of a repository, a plugin or a package.',
  message: ({ address, meant, why }) => `"${address.slice(0, 120)}" is not a ${meant}: ${why}.`,
  hint: ({ meant }) =>
    meant === 'package URL'
      ? 'Package URLs look like pkg:npm/express or pkg:pypi/requests; to search for words, leave "pkg:" out.'
      : 'Addresses look like https://github.com/acme/tools; to search for words, leave "https://" out.',
});

export const filtersExclude = defineError({
  code: 'filters_exclude',
  status: 400,
  exit: ExitCode.usage,
  title: 'Filters exclude each other',
  message: () => 'A search is limited to a workspace or to an organization, not to both.',
  hint: () => 'Leave one of the two out.',
});

/** A search was to be sorted by something that it cannot be sorted by. `known` says by what it can. */
export const sortUnknown = defineError<{ sort: string; known: string }>({
  code: 'sort_unknown',
  status: 400,
  exit: ExitCode.invalid,
  title: 'Unknown order',
  message: ({ sort }) => `Searches cannot be sorted by "${sort}".`,
  hint: ({ known }) => `They are sorted by ${known}.`,
});

export const facetUnknown = defineError<{ facet: string; known: string }>({
  code: 'facet_unknown',
  status: 400,
  exit: ExitCode.invalid,
  title: 'Unknown facet',
  message: ({ facet }) => `Searches cannot be narrowed by "${facet}".`,
  hint: ({ known }) => `Write <facet>:<value>; the facets are ${known}.`,
});

/** A version was to be judged where nothing judges. */
export const noScanner = defineError({
  code: 'no_scanner',
  status: 409,
  exit: ExitCode.unavailable,
  title: 'No scanner',
  message: () => 'No scanner is loaded, so nothing can be judged.',
  hint: () => 'Name a module with a scanner in the configuration of every server and worker.',
});

/** The operator was to lift a block from a version that has none. */
export const nothingToClear = defineError<{ name: string; version: string; status: string }>({
  code: 'nothing_to_clear',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Nothing to clear',
  message: ({ name, version, status }) =>
    `${name}@${version} is not kept offline by a verdict: its moderation is "${status}".`,
  hint: ({ status }) =>
    status === 'pending'
      ? 'Wait until its scan has ended.'
      : 'Only versions whose moderation is "fail" or "error" can be cleared.',
});

/** A scan was asked for where this scanner is loaded, and is to be done where it is not. */
export const scannerMissing = defineError<{ id: string }>({
  code: 'scanner_missing',
  status: 503,
  exit: ExitCode.unavailable,
  title: 'Scanner missing',
  message: ({ id }) => `The scanner "${id}" is not loaded in the process that was to scan.`,
  hint: () => 'Name the same modules in the configuration of every server and worker.',
});

/** More archives are being unpacked than there is memory for. Carries `retryAfterSeconds` among its details. */
export const unpackingBusy = defineError({
  code: 'unpacking_busy',
  status: 429,
  exit: ExitCode.unavailable,
  title: 'Server busy',
  message: () => 'The server is unpacking as many other plugins as it has memory for.',
  hint: () => 'Publish again in a few seconds.',
});

/** The search index was to be rebuilt where there is no plugin: most likely in another folder than the server's. */
export const nothingToIndex = defineError({
  code: 'nothing_to_index',
  status: 404,
  exit: ExitCode.notFound,
  title: 'Nothing to index',
  message: () => 'There are no plugins here, so there is nothing to index.',
  hint: () =>
    'Name the data folder of the server with --data-dir, or its database with SVC_DATABASE_URL.',
});

/** The run that was to rebuild the search index ended without having done so. */
export const reindexFailed = defineError<{ why: string }>({
  code: 'reindex_failed',
  status: 500,
  exit: ExitCode.unavailable,
  title: 'Search index not rebuilt',
  message: ({ why }) => `Rebuilding the search index did not finish: ${why}`,
  hint: () =>
    'Searches keep using the existing index. Run `svc server reindex` again; the log of the server says more.',
});
