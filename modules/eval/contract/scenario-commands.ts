/** Commands about generated scenarios (specification, "Scenarios"). */
import { defineListOperation, defineOperation, ExitCode } from 'svc-registry/kernel';
import type * as Inputs from './command-inputs.js';
import type * as Results from './command-results.js';

const inputs = (): Promise<typeof Inputs> => import('./command-inputs.js');
const results = (): Promise<typeof Results> => import('./command-results.js');
const views = () => import('./generation-view.js');
const local = { runsAt: 'client', access: 'local' } as const;

const named = (verb: string) => ({ name: `scenario ${verb}`, aliases: [`scenarios ${verb}`] });

export const generateCommand = defineOperation({
  ...local,
  id: 'eval.generateCommand',
  summary: 'Have scenarios written for a plugin, or from commits and pull requests',
  description:
    'A model of the workspace writes them; `svc scenario download` brings them here. Ctrl+C ends the waiting, not the work. The command fails with exit code 8 if a generation has made no scenario.',
  effect: 'write',
  input: () => inputs().then((m) => m.GenerateCommandInput),
  output: () => results().then((m) => m.GenerationsStarted),
  cli: {
    ...named('generate'),
    positionals: ['source'],
    short: { count: 'n', workspace: 'w' },
    exits: [{ field: 'failed', exit: ExitCode.gate }],
    examples: [
      { command: 'svc scenario generate plugins/shop -n 5', text: 'Five scenarios for a plugin' },
      {
        command: 'svc scenario generate acme/shop --prs 12,15 --workspace acme',
        text: 'One generation for each of two pull requests',
      },
    ],
  },
});

export const listGenerationsCommand = defineListOperation({
  ...local,
  id: 'eval.listGenerationsCommand',
  summary: 'List the generations of scenarios of a workspace, newest first',
  effect: 'read',
  input: () => inputs().then((m) => m.GenerationsCommandInput),
  output: () => views().then((m) => m.GenerationListed),
  cli: { ...named('list'), short: { workspace: 'w' } },
});

export const viewGenerationCommand = defineOperation({
  ...local,
  id: 'eval.viewGeneration',
  summary: 'Show a generation of scenarios',
  description: 'The command fails with exit code 8 if the generation failed.',
  effect: 'read',
  input: () => inputs().then((m) => m.ViewGenerationInput),
  output: () => views().then((m) => m.GenerationView),
  cli: {
    ...named('view'),
    positionals: ['id'],
    exits: [{ field: 'status', is: ['failed'], exit: ExitCode.gate }],
  },
});

export const downloadCommand = defineOperation({
  ...local,
  id: 'eval.download',
  summary: 'Write generated scenarios to a folder',
  effect: 'write',
  input: () => inputs().then((m) => m.DownloadCommandInput),
  output: () => results().then((m) => m.DownloadedScenarios),
  cli: {
    ...named('download'),
    positionals: ['id'],
    short: { output: 'o', strategy: 's' },
    examples: [{ command: 'svc scenario download --last', text: 'The newest ones, into evals/' }],
  },
});
