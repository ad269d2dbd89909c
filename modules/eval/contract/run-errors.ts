import { defineError, ExitCode } from 'svc-registry/kernel';
import { counted } from '../../../toolbox/plural.js';

/** Specification, "Errors": starting a run or a generation in a workspace with evaluations disabled. */
export const evalsDisabled = defineError<{ workspace: string }>({
  code: 'evals_disabled',
  status: 400,
  exit: ExitCode.denied,
  title: 'Evaluations are off',
  message: ({ workspace }) => `Evaluations are switched off in the workspace ${workspace}.`,
  hint: ({ workspace }) =>
    `A manager of the workspace switches them on with \`svc workspace evals on --workspace ${workspace}\`.`,
});

/** Scenarios that cannot be run. */
export const scenarioInvalid = defineError<{ problems: number }>({
  code: 'scenario_invalid',
  status: 422,
  exit: ExitCode.invalid,
  title: 'Scenario cannot be used',
  message: ({ problems }) => `The scenarios have ${counted(problems, 'error')}.`,
  hint: () => '`svc eval lint` shows all findings, with warnings.',
});

/** The run needs more credits than its ceiling allows. */
export const creditCeiling = defineError<{ needed: number; most: number }>({
  code: 'credit_ceiling',
  status: 403,
  exit: ExitCode.denied,
  title: 'Above the credit ceiling',
  message: ({ needed, most }) =>
    `The evaluation may cost ${counted(needed, 'credit')}, and at most ${most} are allowed. Nothing was started.`,
  hint: () => 'Raise the ceiling, or run fewer scenarios or repeats.',
});

/** An environment that was made for a run is deleted with it, so its values have to be given again. */
export const retryNeedsEnvironment = defineError<{ id: string }>({
  code: 'retry_needs_environment',
  status: 409,
  exit: ExitCode.usage,
  title: 'Variables are needed again',
  message: ({ id }) => `The variables of the evaluation ${id} were deleted when it ended.`,
  hint: () =>
    'Give them again: --env-file, or in a request `environment`. With the same values, finished cells are taken over.',
});

export const scoreOutOfRange = defineError<{ score: number; most: number }>({
  code: 'score_out_of_range',
  status: 400,
  exit: ExitCode.usage,
  title: 'Score out of range',
  remedy: 'Give a score between 0 and the points of the criterion.',
  message: ({ score, most }) =>
    `${score} is no score of this criterion: it has ${counted(most, 'point')}.`,
});

export const generationSource = defineError<{ why: string }>({
  code: 'generation_source',
  status: 400,
  exit: ExitCode.usage,
  title: 'Nothing to generate from',
  cause:
    'A generation of scenarios was asked for without a plugin or a repository to make them from.',
  message: ({ why }) => why,
  hint: () => 'Name a plugin, or a repository with a commit or a pull request.',
});

export const generationNotCompleted = defineError<{ id: string; status: string }>({
  code: 'generation_not_completed',
  status: 409,
  exit: ExitCode.conflict,
  title: 'No scenarios yet',
  message: ({ id, status }) => `The generation ${id} has no scenarios: it is ${status}.`,
  hint: ({ id }) => `\`svc scenario view ${id}\` shows how far it is, or why it failed.`,
});
