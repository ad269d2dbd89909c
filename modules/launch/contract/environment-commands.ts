/** `svc env`. Names of environments are resolved here: the server is called with ids. */
import { defineCommand, defineListOperation, defineOperation } from 'svc-registry/kernel';
import type * as Inputs from './environment-command-inputs.js';

const inputs = (): Promise<typeof Inputs> => import('./environment-command-inputs.js');
const view = () => import('./environment-view.js').then((m) => m.EnvironmentView);
const local = { runsAt: 'client', access: 'local' } as const;
const cli = { positionals: ['name'], short: { workspace: 'w' } } as const;
const values =
  'Values come from a file, from standard input or from your own environment, never from the command line. The server stores them sealed and never shows them.';

export const createEnvCommand = defineOperation({
  ...local,
  id: 'launch.envCreate',
  summary: 'Create an environment for cloud runs',
  description: values,
  effect: 'write',
  input: () => inputs().then((m) => m.CreateEnvInput),
  output: view,
  cli: {
    ...cli,
    name: 'env create',
    examples: [
      { command: 'svc env create nightly --file .env', text: 'From a file' },
      { command: 'pass show ci | svc env create nightly --file -', text: 'From a program' },
      {
        command: 'svc env create nightly --from OPENAI_API_KEY',
        text: 'From your own environment',
      },
    ],
  },
});

export const listEnvCommand = defineListOperation({
  ...local,
  id: 'launch.envList',
  summary: 'List the environments of a workspace',
  effect: 'read',
  input: () => inputs().then((m) => m.ListEnvInput),
  output: view,
  cli: { name: 'env list', short: { workspace: 'w' } },
});

export const viewEnvCommand = defineOperation({
  ...local,
  id: 'launch.envView',
  summary: 'Show the names of the variables of an environment',
  effect: 'read',
  input: () => inputs().then((m) => m.EnvRefInput),
  output: view,
  cli: { ...cli, name: 'env view' },
});

export const updateEnvCommand = defineOperation({
  ...local,
  id: 'launch.envUpdate',
  summary: 'Replace all variables of an environment',
  description: `What it had before is gone. ${values}`,
  effect: 'write',
  idempotent: true,
  input: () => inputs().then((m) => m.UpdateEnvInput),
  output: view,
  cli: { ...cli, name: 'env update' },
});

export const deleteEnvCommand = defineCommand({
  ...local,
  id: 'launch.envDelete',
  summary: 'Delete an environment',
  description: 'Runs that wait and name it fail.',
  effect: 'write',
  input: () => inputs().then((m) => m.EnvRefInput),
  cli: {
    ...cli,
    name: 'env delete',
    confirm: 'Delete the environment {name}? Runs that wait and name it fail.',
  },
});
