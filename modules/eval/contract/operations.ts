import { defineOperation, ExitCode } from 'svc-registry/kernel';

/** Reads folders of this machine. Errors: `scenarios_missing`. */
export const lintScenarios = defineOperation({
  runsAt: 'client',
  access: 'local',
  id: 'eval.lint',
  summary: 'Check evaluation scenarios',
  description:
    'Checks the form of every file, and whether the criteria can tell a good solution from none: weights, answers that the task gives away, ' +
    'criteria that ask for the same, that nobody has to do anything for, or that could mean anything. Needs no model and no server. ' +
    'The exit code is 0 with or without warnings, 3 with errors, and 4 if there is no scenario.',
  effect: 'read',
  input: () => import('./inputs.js').then((m) => m.LintInput),
  output: () => import('./lint-result.js').then((m) => m.ScenarioLintResult),
  cli: {
    name: 'eval lint',
    positionals: ['source'],
    exits: [{ field: 'errors', exit: ExitCode.invalid }],
    examples: [
      { command: 'svc eval lint', text: 'The scenarios in evals/ of the plugin in this folder' },
      { command: 'svc eval lint evals/refunds', text: 'One scenario' },
    ],
  },
});
