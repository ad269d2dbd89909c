/** Commands about launches on workers (specification, "Launch"). */
import {
  defineFileOperation,
  defineListOperation,
  defineOperation,
  ExitCode,
} from 'svc-registry/kernel';
import type * as Inputs from './run-command-inputs.js';

const inputs = (): Promise<typeof Inputs> => import('./run-command-inputs.js');
const views = () => import('./launch-run-view.js');
const local = { runsAt: 'client', access: 'local', effect: 'read' } as const;

/** Lists the launches of a workspace, newest first. */
export const listLaunchesCommand = defineListOperation({
  ...local,
  id: 'launch.listCommand',
  summary: 'List the launches of a workspace in the cloud',
  input: () => inputs().then((m) => m.LaunchesCommandInput),
  output: () => views().then((m) => m.LaunchRunListed),
  cli: { name: 'launch list', short: { workspace: 'w' } },
});

/** Shows one launch. */
export const viewLaunchCommand = defineOperation({
  ...local,
  id: 'launch.view',
  summary: 'Show a launch in the cloud, with its result',
  description:
    'With --wait it is followed until it has ended; Ctrl+C ends the waiting only. The command fails with exit code 8 if the launch or its result failed.',
  input: () => inputs().then((m) => m.ViewLaunchInput),
  output: () => views().then((m) => m.LaunchRunView),
  cli: {
    name: 'launch view',
    positionals: ['id'],
    exits: [
      { field: 'status', is: ['failed', 'cancelled'], exit: ExitCode.gate },
      { field: 'result.status', is: ['failed'], exit: ExitCode.gate },
    ],
  },
});

/** Prints the log of a launch, and what is added until it has ended. */
export const launchLogsCommand = defineFileOperation({
  ...local,
  id: 'launch.printLogs',
  summary: 'Print the log of a launch in the cloud, until it has ended',
  description:
    'Control characters are shown as escapes, so that what an agent writes cannot change the terminal. Ctrl+C ends the printing, not the launch.',
  input: () => inputs().then((m) => m.PrintLogsInput),
  cli: { name: 'launch logs', positionals: ['id'] },
});

/** Prints or stores the changes of a launch. */
export const launchPatchCommand = defineFileOperation({
  ...local,
  id: 'launch.printPatch',
  summary: 'Print the changes of a launch in the cloud, for `git apply`',
  input: () => inputs().then((m) => m.PatchCommandInput),
  cli: {
    name: 'launch patch',
    positionals: ['id'],
    examples: [
      {
        command: 'svc launch patch 01890a5d-ac96-774b-bcce-b302099a8057 | git apply',
        text: 'Make the changes in the current repository',
      },
    ],
  },
});
