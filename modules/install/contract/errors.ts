import { defineError, ExitCode } from 'svc-registry/kernel';
import { listed, nearText } from './error-words.js';

/** `svc.json`, the lock or an agent's file breaks its rules. Nothing was written; each broken rule is one issue. */
export const projectFileInvalid = defineError<{ file: string; problems: number }>({
  code: 'project_file_invalid',
  status: 400,
  exit: ExitCode.invalid,
  title: 'Invalid project file',
  message: ({ file, problems }) =>
    `${file} has ${problems === 1 ? 'a problem' : `${problems} problems`}; nothing was written.`,
  hint: ({ file }) =>
    `Correct ${file} (or take the last good one from version control) and run the command again.`,
});

/** No module of this program knows the coding agent that was asked for. */
export const agentUnknown = defineError<{ agent: string; known: readonly string[] }>({
  code: 'agent_unknown',
  status: 400,
  exit: ExitCode.usage,
  title: 'Unknown coding agent',
  remedy: 'Use one of the names that the message lists.',
  message: ({ agent }) => `There is no coding agent "${agent}".`,
  hint: ({ known }) => `Known agents: ${known.join(', ')}.`,
});

/** The agent's own program has not set the folder up. Nothing was written. */
export const agentNotSetUp = defineError<{
  agent: string;
  display: string;
  file: string;
  root: string;
}>({
  code: 'agent_not_set_up',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Coding agent not set up here',
  message: ({ display, file, root }) =>
    `${display} reads skills in its own workspace only, and ${root} is not one: there is no ${file}.`,
  hint: ({ agent, display }) =>
    `Set up the workspace with ${display} first, or remove "${agent}" from "agents" in svc.json.`,
});

/** There is no `svc.json` in the folder, nor above it. */
export const projectMissing = defineError<{ folder: string }>({
  code: 'project_missing',
  status: 404,
  exit: ExitCode.notFound,
  title: 'No project here',
  message: ({ folder }) =>
    `There is no svc.json in ${folder} or above it (the search ends at the root of a repository).`,
  hint: () =>
    'Run `svc init` to create one, or `svc install <workspace>/<plugin>`, which creates one too. With `--global`, plugins are installed for you and need no project.',
});

/** Nothing has been installed for the user yet, and nothing is named. Nothing was written. */
export const userPluginsMissing = defineError<{ file: string }>({
  code: 'user_plugins_missing',
  status: 404,
  exit: ExitCode.notFound,
  title: 'No plugins of your own',
  message: ({ file }) =>
    `There is nothing to install: your own plugins are listed in ${file}, and there is no such file.`,
  hint: () => 'Name a plugin to create it: `svc install --global <workspace>/<plugin>`.',
});

/** A home folder that is itself a project cannot hold the user's plugins too. */
export const scopesCollide = defineError<{ folder: string; there: 'project' | 'user' }>({
  code: 'scopes_collide',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Project and user share a folder',
  message: ({ folder, there }) =>
    there === 'project'
      ? `${folder} is your home folder and a project (it has a svc.json): its plugins are stored where yours would be.`
      : `${folder} is your home folder and holds your own plugins in .svc, where those of a project would be stored too.`,
  hint: ({ there }) =>
    there === 'project'
      ? 'Install into the project, without --global, or move its svc.json into a folder of its own.'
      : 'Install for yourself with --global, or create the project in a folder of its own.',
});

export const pluginNotInstalled = defineError<{ name: string; file: string; flag: string }>({
  code: 'plugin_not_installed',
  status: 404,
  exit: ExitCode.notFound,
  title: 'Plugin not installed',
  message: ({ name, file }) => `${file} does not name a plugin "${name}".`,
  hint: ({ flag }) => `Run \`svc list${flag}\` to see what it names.`,
});

/** Several installed plugins or skills are called so. Nothing was removed. */
export const installedAmbiguous = defineError<{ name: string; commands: readonly string[] }>({
  code: 'installed_ambiguous',
  status: 400,
  exit: ExitCode.usage,
  title: 'Several are called so',
  cause: 'The name means several of the installed plugins and skills; nothing was removed.',
  remedy: 'Run one of the commands that the message lists: each names one of them exactly.',
  message: ({ name, commands }) =>
    `"${name}" means ${commands.length} of the installed plugins and skills; nothing was removed.`,
  hint: ({ commands }) => `Say which: ${commands.map((command) => `\`${command}\``).join(', ')}.`,
});

export const sourceInvalid = defineError<{ source: string; why: string; hint?: string }>({
  code: 'source_invalid',
  status: 400,
  exit: ExitCode.invalid,
  title: 'Invalid plugin source',
  message: ({ source, why }) => `"${source}" is not a plugin source: ${why}.`,
  hint: ({ hint }) =>
    hint ??
    'A source is <workspace>/<plugin>[@<version or commit>], the address of a git repository, git:<owner>/<repo> or file:<path>.',
});

export const skillUnknown = defineError<{
  plugin: string;
  skill: string;
  known: readonly string[];
  near?: readonly string[];
  /** Leads to the skill's folder, where the plugin has it and does not list it. */
  address?: string | undefined;
}>({
  code: 'skill_unknown',
  status: 404,
  exit: ExitCode.notFound,
  title: 'Unknown skill',
  remedy: 'Use a name that the message lists, or install the skill alone by its address.',
  message: ({ plugin, skill }) => `${plugin} has no skill "${skill}".`,
  hint: ({ known, near = [], address }) => {
    if (address !== undefined)
      return `Its repository has one that it does not list. Install that alone: \`svc install ${address}\`.`;
    return known.length === 0
      ? 'It has no skills at all.'
      : `${nearText(near)}Its skills: ${listed(known)}.`;
  },
});

/** Archived versions are not resolved anew; a lock that names one still installs it. */
export const versionArchived = defineError<{
  name: string;
  version: string;
  reason: string | null;
}>({
  code: 'version_archived',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Version archived',
  message: ({ name, version, reason }) =>
    `${name}@${version} is archived${reason === null ? '' : ` (${reason})`} and cannot be newly installed.`,
  hint: ({ name }) => `Choose another version: \`svc install ${name}\` takes the latest.`,
});

/** Archived plugins are not resolved anew; a lock that names one still installs it. */
export const pluginArchived = defineError<{ name: string; reason: string | null }>({
  code: 'plugin_archived',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Plugin archived',
  message: ({ name, reason }) =>
    `${name} is archived${reason === null ? '' : ` (${reason})`} and cannot be newly installed.`,
  hint: () => 'Choose another plugin: `svc search` finds what can be installed.',
});

/** What was fetched is not what the lock or the registry promised. Nothing was written. */
export const integrityMismatch = defineError<{
  name: string;
  version: string;
  expected: string;
  actual: string;
  promisedBy: string;
  hint: string;
}>({
  code: 'integrity_mismatch',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Content differs from what was promised',
  remedy:
    'Do not install it. Compare the lock with version control, and ask the author of the plugin or the operator of the registry why the content has changed.',
  message: ({ name, version, expected, actual, promisedBy }) =>
    `The content of ${name}@${version} is ${actual}, but ${promisedBy} says ${expected}; nothing was installed.`,
  hint: ({ hint }) => hint,
});

/** `--frozen-lockfile`: svc.json and the lock differ. Nothing was written; each difference is one issue. */
export const lockDisagrees = defineError<{ manifest: string; lock: string }>({
  code: 'lock_disagrees',
  status: 409,
  exit: ExitCode.conflict,
  title: 'The lock is not up to date',
  message: ({ manifest, lock }) => `${manifest} and ${lock} do not agree; nothing was installed.`,
  hint: ({ lock }) => `Run \`svc install\` (without --frozen-lockfile), and commit ${lock}.`,
});

/** `--frozen-lockfile` in a project whose plugins are in version control: `.svc/plugins` differs from the lock. Nothing was written; each file is one issue. */
export const pluginsDiffer = defineError<{ lock: string; plugins: readonly string[] }>({
  code: 'plugins_differ',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Plugins differ from the lock',
  cause: 'The files of installed plugins are not what the lock says; nothing was written.',
  message: ({ lock, plugins }) =>
    `The files of ${plugins.join(', ')} are not what ${lock} says; nothing was written.`,
  hint: () =>
    'Run `svc verify-install --repair` on your own machine, which brings back what the lock says, and commit the result. To keep a change, publish it as a new version of the plugin and run `svc update`.',
});

/** What the lock says that a plugin makes agents start or run is not what the plugin's files declare. Nothing was written; each entry is one issue. */
export const lockAltered = defineError<{ lock: string; plugins: readonly string[] }>({
  code: 'lock_altered',
  status: 409,
  exit: ExitCode.conflict,
  title: 'The lock was altered',
  cause:
    'The lock lists other hooks or tool servers than the files of the plugins declare; nothing was written.',
  remedy:
    'Restore the lock from version control. If no version of it is right, remove the entries of these plugins from it and run `svc install`, which writes them anew from the files.',
  message: ({ lock, plugins }) =>
    `${lock} lists other hooks or tool servers than the files of ${plugins.join(', ')} declare; nothing was written.`,
  hint: ({ lock, plugins }) =>
    `Restore ${lock} from version control. If no version of it is right, remove the entry of ${plugins.join(', ')} from it and run \`svc install${lock.startsWith('.svc/') ? ' --global' : ''}\`, which writes it anew from the plugin's files.`,
});

export const unsafePath = defineError<{ path: string; why: string }>({
  code: 'unsafe_path',
  status: 400,
  exit: ExitCode.invalid,
  title: 'Path leaves the project',
  message: ({ path, why }) => `Refused to write ${path}: ${why}.`,
  hint: () =>
    'Plugins are only installed inside the project (with --global: the home folder). Remove the link or correct the path, then run again.',
});

/** Another command works on the same project and did not finish in time. */
export const projectBusy = defineError<{ holder: string; file: string; seconds: number }>({
  code: 'project_busy',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Project is busy',
  message: ({ holder, seconds }) =>
    `Another svc command (${holder}) is working on this project and did not finish within ${seconds} s.`,
  hint: ({ file }) => `Try again when it is done. If no such process exists, delete ${file}.`,
});

/** A file changed between reading and writing it. The old state was put back. */
export const changedMeanwhile = defineError<{ path: string }>({
  code: 'changed_meanwhile',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Changed in the meantime',
  message: ({ path }) =>
    `${path} was changed by another program in the meantime; nothing was installed.`,
  hint: () => 'Run the command again.',
});

/** Writing failed half-way (disk full, rights) and the old state was put back. */
export const writeFailed = defineError<{ path: string; why: string; hint: string | undefined }>({
  code: 'project_write_failed',
  status: 500,
  exit: ExitCode.unavailable,
  title: 'Could not write the project',
  message: ({ path, why }) =>
    `${path} could not be written: ${why}. The project is as it was before.`,
  hint: ({ hint }) =>
    hint ??
    'Check that the disk has free space and that you can write there, then run the command again.',
});

/** An earlier command was interrupted and neither its new state nor the old one could be completed. */
export const recoveryFailed = defineError<{ path: string; why: string }>({
  code: 'project_recovery_failed',
  status: 500,
  exit: ExitCode.unavailable,
  title: 'Could not finish an interrupted command',
  message: ({ path, why }) =>
    `An interrupted svc command could not be finished or undone: ${path}: ${why}.`,
  hint: () =>
    'Remove the cause and run any svc command that writes to the project again; everything it needs is kept in .svc/.work.',
});

/** An install policy blocks a plugin; no flag lifts that. Nothing was written; each finding is one issue. */
export const policyBlocked = defineError<{
  name: string;
  message: string;
  others: number;
  hint: string | undefined;
}>({
  code: 'policy_blocked',
  status: 403,
  exit: ExitCode.denied,
  title: 'Blocked by policy',
  cause:
    'The install policy of the organization, the workspace or the project does not allow the plugin. Nothing was installed.',
  message: ({ name, message, others }) =>
    `${name} may not be installed: ${message}${others === 0 ? '' : ` (and ${others} more)`} Nothing was installed.`,
  hint: ({ hint }) =>
    hint ?? 'Ask the administrators of your organization about its install policy.',
});

/** With `--strict`, or if the version was named and no person can be asked: no older one is taken instead. Nothing was written. */
export const releaseTooNew = defineError<{
  name: string;
  message: string;
  others: number;
  fallback: string;
}>({
  code: 'release_too_new',
  status: 403,
  exit: ExitCode.gate,
  title: 'Release too new',
  cause:
    'The install policy demands that a version has been published for some days, and this one has not. Nothing was installed.',
  remedy: 'Install the older version that the message names, or wait.',
  message: ({ name, message, others }) =>
    `${name} is too new: ${message}${others === 0 ? '' : ` (and ${others} more)`} Nothing was installed.`,
  hint: ({ name, fallback }) => `Install ${name}@${fallback} instead, or wait.`,
});

/** A plugin that is looked at has no such file. */
export const fileUnknown = defineError<{
  name: string;
  version: string;
  path: string;
  hint: string;
}>({
  code: 'file_unknown',
  status: 404,
  exit: ExitCode.notFound,
  title: 'Unknown file',
  remedy: 'Check the path; paths begin at the folder of the plugin.',
  message: ({ name, version, path }) => `${name}@${version} has no file ${path}.`,
  hint: ({ hint }) => hint,
});
