import { defineError, ExitCode } from 'svc-registry/kernel';

export const gitMissing = defineError({
  code: 'git_missing',
  status: 503,
  exit: ExitCode.unavailable,
  title: 'git is not installed',
  message: () => 'Repositories are fetched with the program git, which is not on the PATH.',
  hint: () => 'Install git 2.31 or newer, then run the command again.',
});

/** The host answers, but not with this repository. Hosts give the same answer for private and for absent ones. */
export const repositoryUnavailable = defineError<{ url: string; hint: string }>({
  code: 'repository_unavailable',
  status: 404,
  exit: ExitCode.notFound,
  title: 'Repository private or missing',
  message: ({ url }) => `There is no repository ${url}, or you may not read it.`,
  hint: ({ hint }) => hint,
});

/** No answer, or none that git can use: host unknown, connection refused, certificate, proxy, too slow. */
export const repositoryUnreachable = defineError<{
  url: string;
  why: string;
  hint?: string | undefined;
}>({
  code: 'repository_unreachable',
  status: 503,
  exit: ExitCode.unavailable,
  title: 'Repository unreachable',
  message: ({ url, why }) => `${url} could not be fetched: ${why}.`,
  hint: ({ hint }) =>
    hint ?? 'Try again; `git ls-remote` with the same address shows what git says.',
});

export const refUnknown = defineError<{ url: string; ref: string; known: readonly string[] }>({
  code: 'ref_unknown',
  status: 404,
  exit: ExitCode.notFound,
  title: 'Unknown branch, tag or commit',
  message: ({ url, ref }) => `${url} has no branch, tag or commit "${ref}".`,
  hint: ({ known }) =>
    known.length === 0
      ? 'The repository has no branches: nothing was pushed to it yet.'
      : `Its branches: ${listed(known)}.`,
});

/** No version of a plugin of the registry was published from the commit. */
export const commitUnknown = defineError<{ name: string; commit: string }>({
  code: 'commit_unknown',
  status: 404,
  exit: ExitCode.notFound,
  title: 'No version of this commit',
  message: ({ name, commit }) =>
    `No version of ${name} is known to have been published from the commit "${commit}".`,
  hint: ({ name }) =>
    `Commits are recorded at publishing, where git has no uncommitted changes. Name a version instead: \`svc search ${name}\` shows the latest.`,
});

/** The beginning of several commits that versions were published from. */
export const commitAmbiguous = defineError<{
  name: string;
  commit: string;
  known: readonly string[];
}>({
  code: 'commit_ambiguous',
  status: 400,
  exit: ExitCode.invalid,
  title: 'Ambiguous commit',
  message: ({ name, commit }) =>
    `Several commits that ${name} was published from begin with "${commit}".`,
  hint: ({ known }) => `Name one of them in full: ${listed(known)}.`,
});

export const pathUnknown = defineError<{ source: string; path: string; known: readonly string[] }>({
  code: 'path_unknown',
  status: 404,
  exit: ExitCode.notFound,
  title: 'Unknown folder',
  message: ({ source, path }) => `${source} has no folder "${path}".`,
  hint: ({ known }) =>
    known.length === 0 ? 'It has no folders at all.' : `There is: ${listed(known)}.`,
});

/** Neither a plugin nor a skill is where the source points. */
export const nothingToInstall = defineError<{
  source: string;
  plugins: readonly string[];
  hidden: readonly string[];
}>({
  code: 'nothing_to_install',
  status: 404,
  exit: ExitCode.notFound,
  title: 'Nothing to install',
  message: ({ source }) =>
    `${source} holds neither a plugin (.svc-plugin/plugin.json) nor a skill (SKILL.md).`,
  hint: ({ plugins, hidden }) => {
    if (plugins.length > 0)
      return `It has plugins in these folders; name one of them: ${listed(plugins)}.`;
    if (hidden.length > 0)
      return `Skills in these folders are internal or archived; to install one anyway, name its folder: ${listed(hidden)}.`;
    return 'Name the folder that holds the plugin or the skills.';
  },
});

export const skillsClash = defineError<{
  source: string;
  skill: string;
  folders: readonly string[];
}>({
  code: 'skills_clash',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Two skills with the same name',
  message: ({ source, skill, folders }) =>
    `${source} has several skills named "${skill}": in ${folders.join(' and in ')}.`,
  hint: () =>
    'Name the folder of the one you want in the source, or choose other skills with --skill.',
});

/** Two sources lead to one name in the project. */
export const nameTaken = defineError<{ name: string; source: string; other: string }>({
  code: 'name_taken',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Name taken',
  message: ({ name, source, other }) =>
    `${source} would be installed as ${name}, which svc.json already takes from ${other}.`,
  hint: ({ name }) => `Remove that one first: \`svc uninstall ${name}\`.`,
});

/** More than can be a plugin. */
export const sourceTooLarge = defineError<{ source: string; what: string }>({
  code: 'source_too_large',
  status: 413,
  exit: ExitCode.invalid,
  title: 'Source too large',
  message: ({ source, what }) => `${source} has ${what}.`,
  hint: () => 'Name the folder of what you want, or choose skills with --skill.',
});

const MOST = 20;

function listed(names: readonly string[]): string {
  const more = names.length - MOST;
  return more > 0 ? `${names.slice(0, MOST).join(', ')} and ${more} more` : names.join(', ');
}

/** A `file:` source of a project's svc.json leads out of the repository, and no person has agreed to that. Nothing was read; each folder is one issue. */
export const folderNotAllowed = defineError<{ file: string; folder: string; others: number }>({
  code: 'folder_not_allowed',
  status: 403,
  exit: ExitCode.denied,
  title: 'Folder outside the repository',
  message: ({ file, folder, others }) =>
    `${file} names ${folder}${others === 0 ? '' : ` and ${others} more`}, outside this repository, and reading it has not been allowed. Nothing was installed.`,
  hint: ({ folder }) =>
    `If you trust what is in it, install it by name once: \`svc install file:${folder}\`. That is remembered for this project on this machine.`,
});
