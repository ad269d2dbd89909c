import { defineError, ExitCode } from 'svc-registry/kernel';

/** A reference names skills of several plugins. */
export const skillAmbiguous = defineError<{ skill: string; choices: readonly string[] }>({
  code: 'skill_ambiguous',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Several skills',
  cause: 'The name may mean several skills.',
  remedy: 'Name one of them as the message lists it.',
  message: ({ skill, choices }) => `"${skill}" may mean several skills: ${choices.join(', ')}.`,
  hint: ({ choices }) => `Name one of them, for example \`${choices[0]}\`.`,
});

/** Workers cannot isolate agents; `why` is the sentence of the sandbox. */
export const cloudRunsRefused = defineError<{ why: string }>({
  code: 'sandbox_unavailable',
  status: 503,
  // final: another attempt on this worker would end the same way
  exit: ExitCode.denied,
  title: 'No sandbox',
  message: ({ why }) => `The worker has no sandbox, so it runs no agents: ${why}`,
  hint: () =>
    'Operators: see "The sandbox" in docs/guides/operate-a-server.md. SVC_LAUNCH_UNSANDBOXED=1 runs agents without one.',
});

/** Before a worker began, the person or key that requested the launch has lost the right to do so. */
export const launchNotAllowed = defineError({
  code: 'launch_not_allowed',
  status: 403,
  exit: ExitCode.denied,
  title: 'Launch not allowed any more',
  cause:
    'The person or API key that requested the launch has lost the right to launch in its workspace while it waited: by leaving the workspace, or because the key has expired or was revoked.',
  message: () =>
    'The person or API key that requested the launch may not launch in its workspace any more.',
  hint: () => 'Have a member of the workspace launch it again.',
});

/** The repository cannot be cloned. `said` is what git said last. */
export const repositoryUnavailable = defineError<{ repo: string; said: string }>({
  code: 'repository_unavailable',
  status: 422,
  exit: ExitCode.notFound,
  title: 'Repository not available',
  message: ({ repo, said }) => `${repo} cannot be cloned: ${said}`,
  hint: () =>
    'Check the address. Workers clone what everybody may read; a private repository needs GIT_TOKEN in the environment of the launch.',
});

export const repositoryEmpty = defineError<{ repo: string }>({
  code: 'repository_empty',
  status: 422,
  exit: ExitCode.invalid,
  title: 'Empty repository',
  remedy: 'Push a first commit to the repository.',
  message: ({ repo }) => `${repo} has no commits, so there is nothing to work on.`,
});

/** `what` is such as `branch "main"`. */
export const revisionMissing = defineError<{ repo: string; what: string }>({
  code: 'revision_missing',
  status: 422,
  exit: ExitCode.notFound,
  title: 'No such branch, tag or commit',
  message: ({ repo, what }) => `${repo} has no ${what}.`,
  hint: () => 'Name another one with --base-branch or --snapshot.',
});

export const repositoryTooLarge = defineError<{ repo: string; megabytes: number }>({
  code: 'repository_too_large',
  status: 422,
  exit: ExitCode.invalid,
  title: 'Repository too large',
  message: ({ repo, megabytes }) =>
    `${repo} does not fit into the work folder of ${megabytes} MB, or takes too long to clone.`,
  hint: () => 'Operators: SVC_SANDBOX_DISK_MB and SVC_SANDBOX_MEMORY_MB are its limits.',
});

/** The folder in which the agent is to work is not in the repository. */
export const workFolderMissing = defineError<{ folder: string }>({
  code: 'work_folder_missing',
  status: 422,
  exit: ExitCode.notFound,
  title: 'No such folder',
  remedy: 'Name a folder that exists in the branch, tag or commit that is cloned.',
  message: ({ folder }) => `The repository has no folder "${folder}".`,
});

/** `svc install` has refused the skill's plugin; `said` is what it said. */
export const skillNotInstalled = defineError<{ skill: string; said: string }>({
  code: 'skill_not_installed',
  status: 422,
  exit: ExitCode.invalid,
  title: 'Skill not installed',
  remedy: 'Check that the skill can be installed with `svc install` in a clone of the repository.',
  message: ({ skill, said }) => `The skill ${skill} cannot be installed in the clone: ${said}`,
});

/** The launch has no changes to download. */
export const patchMissing = defineError<{ id: string; why: string }>({
  code: 'patch_missing',
  status: 404,
  exit: ExitCode.notFound,
  title: 'No patch',
  remedy: '`svc launch view <id>` shows the state of the launch, and whether it has changed files.',
  message: ({ id, why }) => `The launch ${id} has no patch: ${why}.`,
});

export const repositoryAddressInvalid = defineError<{ repo: string; why: string }>({
  code: 'repository_address_invalid',
  status: 400,
  exit: ExitCode.usage,
  title: 'Not a repository',
  message: ({ repo, why }) => `"${repo}" cannot be cloned: ${why}.`,
  hint: () => 'Name it <owner>/<name>, or by its https address.',
});
