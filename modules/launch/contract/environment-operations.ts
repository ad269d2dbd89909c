/** Environments of cloud runs: variables that are stored sealed. Their values come back in no answer. */
import {
  defineCommand,
  defineListOperation,
  defineOperation,
  pageQuery,
} from 'svc-registry/kernel';
import type * as Inputs from './environment-inputs.js';

const inputs = (): Promise<typeof Inputs> => import('./environment-inputs.js');
const view = () => import('./environment-view.js').then((m) => m.EnvironmentView);
const onWorkspace = {
  on: 'workspace',
  of: (input: { workspace: string }) => input.workspace,
} as const;
const onEnvironment = { on: 'environment', of: (input: { id: string }) => input.id } as const;
const path = '/experimental/environments';

/**
 * Every member makes environments for runs of their own (`forRun`); a named one, which all runs of the workspace may use, takes
 * `environment:edit` as well. Errors: `environment_invalid`, `environment_exists`, `secrets_unavailable`.
 */
export const createEnvironment = defineOperation({
  id: 'launch.createEnvironment',
  summary: 'Create an environment of a workspace, or one for a run',
  effect: 'write',
  runsAt: 'server',
  takesSecret: true,
  access: { permission: 'environment:use', ...onWorkspace },
  input: () => inputs().then((m) => m.CreateEnvironmentInput),
  output: view,
  http: { method: 'POST', path, tag: 'experimental', status: 201 },
});

/** By name. Those that last as long as their run are not among them. */
export const listEnvironments = defineListOperation({
  id: 'launch.listEnvironments',
  summary: 'List the environments of a workspace',
  effect: 'read',
  runsAt: 'server',
  access: { permission: 'environment:read', ...onWorkspace },
  input: () => inputs().then((m) => m.ListEnvironmentsInput),
  output: view,
  http: {
    method: 'GET',
    path,
    tag: 'experimental',
    query: { ...pageQuery, name: 'filter[name]' },
  },
});

export const showEnvironment = defineOperation({
  id: 'launch.showEnvironment',
  summary: 'Show the names of the variables of an environment',
  effect: 'read',
  runsAt: 'server',
  access: { permission: 'environment:read', ...onEnvironment },
  input: () => inputs().then((m) => m.EnvironmentRef),
  output: view,
  http: { method: 'GET', path: `${path}/:id`, tag: 'experimental' },
});

export const replaceEnvironment = defineOperation({
  id: 'launch.replaceEnvironment',
  summary: 'Replace the variables of an environment',
  effect: 'write',
  idempotent: true,
  runsAt: 'server',
  takesSecret: true,
  access: { permission: 'environment:edit', ...onEnvironment },
  input: () => inputs().then((m) => m.ReplaceEnvironmentInput),
  output: view,
  http: { method: 'PUT', path: `${path}/:id`, tag: 'experimental' },
});

/** A run that waits for the environment fails with `environment_gone`. */
export const deleteEnvironment = defineCommand({
  id: 'launch.deleteEnvironment',
  summary: 'Delete an environment',
  effect: 'write',
  runsAt: 'server',
  access: { permission: 'environment:edit', ...onEnvironment },
  input: () => inputs().then((m) => m.EnvironmentRef),
  http: { method: 'DELETE', path: `${path}/:id`, tag: 'experimental' },
});
