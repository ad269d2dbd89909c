import { defineError, ExitCode } from 'svc-registry/kernel';
import { listed, nearText } from './error-words.js';

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
  remedy:
    'Check the address. For a private repository, sign in to it with git first, or use an address with ssh.',
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
  remedy:
    'Use a branch, a tag or a commit of the repository that was pushed; the message lists branches.',
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
  remedy: 'Give more characters of the commit, or name it in full.',
  message: ({ name, commit }) =>
    `Several commits that ${name} was published from begin with "${commit}".`,
  hint: ({ known }) => `Name one of them in full: ${listed(known)}.`,
});

export const pathUnknown = defineError<{ source: string; path: string; known: readonly string[] }>({
  code: 'path_unknown',
  status: 404,
  exit: ExitCode.notFound,
  title: 'Unknown folder',
  remedy: 'Name a folder of the repository; the message lists some.',
  message: ({ source, path }) => `${source} has no folder "${path}".`,
  hint: ({ known }) =>
    known.length === 0 ? 'It has no folders at all.' : `There is: ${listed(known)}.`,
});

/** Neither a plugin nor a skill is where the source points. */
export const nothingToInstall = defineError<{
  source: string;
  /** Parts that are broken, each with the reason. */
  bad: readonly string[];
  /** Names of what is not meant for others. */
  withheld: readonly string[];
}>({
  code: 'nothing_to_install',
  status: 404,
  exit: ExitCode.notFound,
  title: 'Nothing to install',
  message: ({ source }) =>
    `${source} holds neither a plugin (.svc-plugin/plugin.json, or that of another vendor) nor a skill (SKILL.md) that is meant for others.`,
  hint: ({ bad, withheld }) => {
    if (bad.length > 0) return `What cannot be read: ${listed(bad)}.`;
    if (withheld.length > 0)
      return `These are installed only when they are named, with --skill or --plugin: ${listed(withheld)}.`;
    return 'Name the folder that holds the plugin or the skills.';
  },
});

/** A source has no plugin of this name, or several. */
export const pluginUnknown = defineError<{
  source: string;
  plugin: string;
  several: readonly string[];
  near: readonly string[];
  known: readonly string[];
}>({
  code: 'plugin_unknown',
  status: 404,
  exit: ExitCode.notFound,
  title: 'Unknown plugin of a source',
  cause: 'The source has no plugin of that name, or several that the name may mean.',
  remedy:
    'Use one of the names that the message lists. A source without plugins may have skills: --skill takes those.',
  message: ({ source, plugin, several }) =>
    several.length > 0
      ? `${source} has several plugins that "${plugin}" may mean.`
      : `${source} has no plugin "${plugin}".`,
  hint: ({ several, near, known }) => {
    if (several.length > 0) return `Name the one that you want: ${listed(several)}.`;
    if (known.length === 0) return 'It has no plugins at all; --skill takes skills.';
    return `${nearText(near)}Its plugins: ${listed(known)}.`;
  },
});

/** A name that several skills of a source have. */
export const skillAmbiguous = defineError<{
  plugin: string;
  skill: string;
  known: readonly string[];
}>({
  code: 'skill_ambiguous',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Several skills of this name',
  remedy: 'Name one of them as the message lists it.',
  message: ({ plugin, skill }) => `${plugin} has several skills named "${skill}".`,
  hint: ({ known }) => `Name the one that you want: ${listed(known)}.`,
});

/** A skill of which nothing would be left. */
export const skillEmpty = defineError<{ source: string; skill: string; folder: string }>({
  code: 'skill_empty',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Skill without files',
  message: ({ source, skill, folder }) =>
    `The skill "${skill}" of ${source} has no SKILL.md in ${folder === '' ? 'its folder' : folder} that can be installed.`,
  hint: () =>
    'Its files are links that lead out of the source, or have names that some systems cannot have. Choose other skills with --skill, or tell its author.',
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

/** A `file:` source of a project's svc.json leads out of the repository, and no person has agreed to that. Nothing was read; each folder is one issue. */
export const folderNotAllowed = defineError<{ file: string; folder: string; others: number }>({
  code: 'folder_not_allowed',
  status: 403,
  exit: ExitCode.denied,
  title: 'Folder outside the repository',
  cause:
    'The configuration names a folder outside this repository, and reading it has not been allowed. Nothing was installed.',
  remedy:
    'If you trust what is in it, install it by name once: `svc install file:<folder>`. That is remembered for this project on this machine.',
  message: ({ file, folder, others }) =>
    `${file} names ${folder}${others === 0 ? '' : ` and ${others} more`}, outside this repository, and reading it has not been allowed. Nothing was installed.`,
  hint: ({ folder }) =>
    `If you trust what is in it, install it by name once: \`svc install file:${folder}\`. That is remembered for this project on this machine.`,
});
