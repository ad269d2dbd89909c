import { defineError, ExitCode } from 'svc-registry/kernel';

/** The folder or archive has no files. */
export const nothingToReview = defineError({
  code: 'nothing_to_review',
  status: 422,
  exit: ExitCode.invalid,
  title: 'Nothing to review',
  message: () => 'There is nothing to review: the folder or archive has no files.',
  hint: () => 'Name the folder of a plugin or skill. Files that .svcignore excludes do not count.',
});

/** The analysis of a bundle took longer than its limit, `seconds`. Another attempt does not help. */
export const reviewTimedOut = defineError<{ seconds: number }>({
  code: 'review_timed_out',
  status: 422,
  exit: ExitCode.invalid,
  title: 'Review took too long',
  message: ({ seconds }) => `The files were not reviewed within ${seconds} seconds.`,
  hint: () => 'Exclude files that users do not need, with .svcignore.',
});

/** The analysis of a bundle needed more memory than its limit, `megabytes`. Another attempt does not help. */
export const reviewTooLarge = defineError<{ megabytes: number }>({
  code: 'review_too_large',
  status: 422,
  exit: ExitCode.invalid,
  title: 'Review needs too much memory',
  message: ({ megabytes }) => `The files take more than ${megabytes} MB of memory to review.`,
  hint: () => 'Exclude files that users do not need, with .svcignore.',
});

/** The analysis ended with an unexpected error, which the server's log has. */
export const reviewFailed = defineError({
  code: 'review_failed',
  status: 500,
  exit: ExitCode.bug,
  title: 'Review failed',
  message: () => 'The review of the files ended with an unexpected error.',
  hint: () => "The cause is in the server's log.",
});

/** The rules of the operator have a mistake, so nothing is reviewed. `where` is file and line. */
export const reviewRulesInvalid = defineError<{ where: string; why: string }>({
  code: 'review_rules_invalid',
  status: 503,
  exit: ExitCode.unavailable,
  title: 'Unusable review rules',
  message: ({ where, why }) => `The rules of SVC_REVIEW_RULES cannot be used: ${where}: ${why}.`,
  hint: () => 'Correct the file on the server, and start the server again.',
});

/** The review has no result, because it is not completed. */
export const reviewNotCompleted = defineError<{ id: string; status: string }>({
  code: 'review_not_completed',
  status: 409,
  exit: ExitCode.conflict,
  title: 'No result',
  message: ({ id, status }) => `The review ${id} is ${status} and has no result.`,
  hint: ({ id }) => `\`svc review view ${id}\` shows it.`,
});

/** Findings were asked of a run that is no security review. */
export const noFindings = defineError<{ id: string; type: string }>({
  code: 'no_findings',
  status: 409,
  exit: ExitCode.conflict,
  title: 'No findings',
  message: ({ id, type }) =>
    `SARIF shows the findings of security reviews; the run ${id} is of the type "${type}".`,
  hint: ({ id }) => `\`svc review view ${id}\` shows its result.`,
});

/** The workspace has no review. */
export const noReview = defineError<{ workspace: string }>({
  code: 'no_review',
  status: 404,
  exit: ExitCode.notFound,
  title: 'No review',
  message: ({ workspace }) => `The workspace "${workspace}" has no review yet.`,
  hint: () => 'Start one with `svc review run`.',
});

/** The capabilities of a version are not known, because it has not been scanned. */
export const capabilitiesUnknown = defineError<{ name: string; version: string }>({
  code: 'capabilities_unknown',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Not scanned',
  message: ({ name, version }) =>
    `What ${name}@${version} can do is not known: it has not been scanned.`,
  hint: () =>
    'A new version is scanned within seconds. If the server does not scan versions, `svc review run security <workspace>/<plugin>` shows its capabilities.',
});

/** Where the score of a version comes from is not known, because no quality review of it is completed. */
export const qualityUnknown = defineError<{ name: string; version: string }>({
  code: 'quality_unknown',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Not scored',
  message: ({ name, version }) =>
    `Where the score of ${name}@${version} comes from is not known: no quality review of it is completed.`,
  hint: () =>
    'A new version is reviewed within minutes. `svc review run quality <workspace>/<plugin>` reviews it again.',
});

/** A file of the version must be read for a verdict and could not be; `others` counts further such files. */
export const versionUndecided = defineError<{ file: string; reason: string; others: number }>({
  code: 'version_undecided',
  status: 422,
  exit: ExitCode.invalid,
  title: 'Unreadable file',
  message: ({ file, reason, others }) => {
    const more = others === 0 ? '' : ` ${others} more could not be reviewed either.`;
    return `The file ${file} could not be reviewed: ${reason}.${more}`;
  },
  hint: () => 'Leave the file out of the plugin, or ship its contents as plain files.',
});

/** A reviewer has a mistake. All of them are in `issues`, with file and field. */
export const reviewerInvalid = defineError<{ ref: string; why: string; others: number }>({
  code: 'reviewer_invalid',
  status: 400,
  exit: ExitCode.invalid,
  title: 'Unusable reviewer',
  message: ({ ref, why, others }) => {
    const more = others === 0 ? '' : ` ${others} more of its mistakes are listed.`;
    return `The reviewer ${ref} cannot be used: ${why}.${more}`;
  },
  hint: () => 'The layout of a reviewer is described in docs/guides/reviewers.md.',
});

/** No module contributes a reviewer of this name. */
export const reviewerUnknown = defineError<{ ref: string; known: string }>({
  code: 'reviewer_unknown',
  status: 404,
  exit: ExitCode.notFound,
  title: 'No such reviewer',
  message: ({ ref }) => `There is no reviewer "${ref}" on this server.`,
  hint: ({ known }) => `It has ${known}. A reviewer plugin is named as <workspace>/<plugin>.`,
});

/** Judging all skills of a bundle would take too many questions. Nothing was asked. */
export const tooManyQuestions = defineError<{ skills: number; judges: number; most: number }>({
  code: 'too_many_questions',
  status: 422,
  exit: ExitCode.invalid,
  title: 'Too much for a model',
  message: ({ skills, judges, most }) =>
    `${skills} skills with ${judges} judges each are more than the ${most} questions that one review may ask a model.`,
  hint: () => 'Review the skills one by one, or a folder with fewer of them.',
});

/** A review of quality was asked of files without a `SKILL.md`. */
export const noSkill = defineError({
  code: 'no_skill',
  status: 422,
  exit: ExitCode.invalid,
  title: 'No skill',
  message: () => 'There is no skill to review: no folder has a SKILL.md.',
  hint: () => 'Name the folder of a skill, or that of a plugin that has one.',
});

/** A fix run improves one skill; the files have none or several, whose folders `folders` names. */
export const oneSkillNeeded = defineError<{ folders: readonly string[] }>({
  code: 'one_skill_needed',
  status: 422,
  exit: ExitCode.invalid,
  title: 'More than one skill',
  cause: 'A fix run improves one skill, and several were sent.',
  message: ({ folders }) =>
    `A fix run improves one skill, and there are ${folders.length}: ${folders.slice(0, 10).join(', ')}.`,
  hint: () => 'Name the folder of one of them.',
});

/** A reviewer or a model was named for a security review. */
export const notForSecurity = defineError<{ field: string }>({
  code: 'not_for_security',
  status: 400,
  exit: ExitCode.usage,
  title: 'Only for quality',
  message: ({ field }) => `A security review takes no "${field}".`,
  hint: ({ field }) => `Leave "${field}" out, or start a review of the kind "quality".`,
});
