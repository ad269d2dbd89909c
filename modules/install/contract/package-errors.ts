import { defineError, ExitCode } from 'svc-registry/kernel';

/** A file that a source names is not there, or may not be read. */
export const downloadUnavailable = defineError<{ source: string; url: string; status: number }>({
  code: 'download_unavailable',
  status: 404,
  exit: ExitCode.notFound,
  title: 'Package or archive missing or private',
  message: ({ source, url, status }) => `${source}: ${url} answers with status ${status}.`,
  hint: () =>
    'Is the address right? Packages and archives are fetched without credentials: private ones cannot be installed. A repository can (git:<owner>/<repo>).',
});

/** No answer, or none that is of use. */
export const downloadFailed = defineError<{ source: string; url: string; why: string }>({
  code: 'download_failed',
  status: 503,
  exit: ExitCode.unavailable,
  title: 'Download failed',
  message: ({ source, url, why }) => `${source}: ${url} could not be fetched: ${why}.`,
  hint: () => 'Try again later. Is this machine online?',
});

/** The bytes differ from the hash that the source, or the registry that offers them, states. */
export const downloadAltered = defineError<{
  source: string;
  promisedBy: string;
  expected: string;
  actual: string;
}>({
  code: 'download_altered',
  status: 409,
  exit: ExitCode.conflict,
  title: 'The download is not what was promised',
  message: ({ source, promisedBy, expected, actual }) =>
    `What was downloaded for ${source} has the hash ${actual}, but ${promisedBy} says ${expected}. Nothing was installed.`,
  hint: () =>
    'It was changed since, damaged or tampered with. Try again; if it happens again, ask its author.',
});

/** What was downloaded cannot be unpacked safely. */
export const archiveRefused = defineError<{ source: string; why: string }>({
  code: 'archive_refused',
  status: 422,
  exit: ExitCode.invalid,
  title: 'The archive cannot be used',
  message: ({ source, why }) => `What was downloaded for ${source} cannot be unpacked: ${why}.`,
  hint: () => 'Ask its author for a .zip or .tar.gz of plain files.',
});

export const packageVersionUnknown = defineError<{
  source: string;
  wanted: string;
  tags: readonly string[];
  newest: string | undefined;
}>({
  code: 'package_version_unknown',
  status: 404,
  exit: ExitCode.notFound,
  title: 'Unknown version of a package',
  remedy: 'Use a version or a tag of the package; the message names the newest version.',
  message: ({ source, wanted }) => `${source}: the package has no version "${wanted}".`,
  hint: ({ tags, newest }) =>
    newest === undefined
      ? 'It has no versions at all.'
      : `Its newest version is ${newest}; its tags: ${tags.slice(0, 20).join(', ') || 'none'}.`,
});

/** `plugin` of a dependency names an entry, but its source has no list. */
export const marketplaceMissing = defineError<{ source: string }>({
  code: 'marketplace_missing',
  status: 404,
  exit: ExitCode.notFound,
  title: 'Not a marketplace',
  message: ({ source }) =>
    `${source} has no list of plugins (.claude-plugin/marketplace.json or .agents/plugins/marketplace.json).`,
  hint: () =>
    'If it had one, it was removed or moved: `svc uninstall` removes what came from it. Otherwise remove "plugin" from the dependency.',
});

export const entryUnknown = defineError<{
  source: string;
  plugin: string;
  known: readonly string[];
}>({
  code: 'entry_unknown',
  status: 404,
  exit: ExitCode.notFound,
  title: 'Not in the marketplace',
  remedy:
    'Use a name that the marketplace lists. If the plugin was removed there, `svc uninstall` removes it here.',
  message: ({ source, plugin }) => `The marketplace ${source} lists no plugin "${plugin}".`,
  hint: ({ known }) =>
    `If it was removed there, \`svc uninstall\` removes it here. ${
      known.length === 0 ? 'The marketplace is empty.' : `It lists: ${listed(known)}.`
    }`,
});

/** The entry's source is of a kind that svc does not fetch, or may not be fetched from there. */
export const entryUnsupported = defineError<{ source: string; plugin: string; why: string }>({
  code: 'entry_unsupported',
  status: 422,
  exit: ExitCode.invalid,
  title: 'The entry cannot be installed',
  message: ({ source, plugin, why }) =>
    `The plugin "${plugin}" of the marketplace ${source} cannot be installed: ${why}.`,
  hint: () => 'Ask the author of the marketplace, or install the plugin from where it is.',
});

/** Skills that were chosen are no longer in the source, or in the version that an update would take. */
export const skillsVanished = defineError<{
  name: string;
  source: string;
  gone: readonly string[];
  kept: readonly string[];
}>({
  code: 'skills_vanished',
  status: 404,
  exit: ExitCode.notFound,
  title: 'Chosen skills are gone',
  cause: 'Skills that were chosen from a source are no longer in it.',
  remedy:
    'Keep the others with `svc install <source> --only <skill>`, or remove what is left with `svc uninstall <name>`.',
  message: ({ name, gone }) =>
    `Skills of ${name} that were chosen are no longer in its source: ${gone.join(', ')}.`,
  hint: ({ name, source, kept }) =>
    kept.length === 0
      ? `Remove what is left: \`svc uninstall ${name}\`.`
      : `Keep the others: \`svc install ${source} ${kept.map((one) => `--only ${one}`).join(' ')}\`.`,
});

const MOST = 20;

function listed(names: readonly string[]): string {
  const more = names.length - MOST;
  return more > 0 ? `${names.slice(0, MOST).join(', ')} and ${more} more` : names.join(', ');
}
