import { defineError, ExitCode } from 'svc-registry/kernel';

/** No scenario in a folder. */
export const scenariosMissing = defineError<{ folder: string; isFolder?: boolean }>({
  code: 'scenarios_missing',
  status: 404,
  exit: ExitCode.notFound,
  title: 'No scenarios',
  message: ({ folder, isFolder = true }) =>
    isFolder ? `There are no scenarios in ${folder}.` : `${folder} is not a folder.`,
  hint: () =>
    'Name the folder of a plugin with evals/, a folder of scenarios, or a folder with a task.md that is not empty.',
});
