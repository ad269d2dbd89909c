import { defineError, ExitCode } from 'svc-registry/kernel';

/** No scenario in a folder. */
export const scenariosMissing = defineError<{ folder: string }>({
  code: 'scenarios_missing',
  status: 404,
  exit: ExitCode.notFound,
  title: 'No scenarios',
  message: ({ folder }) => `There are no scenarios in ${folder}.`,
  hint: () =>
    'Name the folder of a plugin with evals/, a folder of scenarios, or a folder with a task.md that is not empty.',
});
