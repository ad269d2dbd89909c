/**
 * Operations on launches that run on the server; the commands call them. Starting one needs the role member in the workspace, or its API key
 * (registry-service.md, "Authentication").
 */
import {
  defineFileOperation,
  defineListOperation,
  defineOperation,
  pageQuery,
} from 'svc-registry/kernel';
import { may, ofWorkspace } from './access.js';

const inputs = () => import('./launch-inputs.js');
const view = () => import('./launch-run-view.js').then((m) => m.LaunchRunView);

/**
 * Starts a launch on a worker. Errors: `not_found`, `skill_ambiguous`, `moderation_hidden`, `agent_not_launchable`, `agent_key_missing`,
 * `environment_gone`, `invalid_input`.
 */
export const startLaunch = defineOperation({
  id: 'launch.start',
  summary: 'Launch a skill on a worker, against a fresh clone of a repository',
  effect: 'write',
  runsAt: 'server',
  limits: ['launch', 'launch-workspace'],
  access: ofWorkspace('launch:run'),
  input: () => inputs().then((m) => m.StartLaunchInput),
  output: view,
  http: { method: 'POST', path: '/experimental/launch-runs', tag: 'experimental', status: 201 },
});

export const showLaunch = defineOperation({
  id: 'launch.show',
  summary: 'Show a launch',
  effect: 'read',
  runsAt: 'server',
  access: may('launch:read'),
  input: () => inputs().then((m) => m.LaunchLook),
  output: view,
  http: { method: 'GET', path: '/experimental/launch-runs/:id', tag: 'experimental' },
});

/** Lists the launches of a workspace, newest first. */
export const listLaunches = defineListOperation({
  id: 'launch.list',
  summary: 'List the launches of a workspace',
  effect: 'read',
  runsAt: 'server',
  access: ofWorkspace('launch:read'),
  input: () => inputs().then((m) => m.ListLaunchesInput),
  output: () => import('./launch-run-view.js').then((m) => m.LaunchRunListed),
  http: {
    method: 'GET',
    path: '/experimental/launch-runs',
    tag: 'experimental',
    query: { ...pageQuery, status: 'filter[status]', withoutTurns: 'filter[withoutTurns]' },
  },
});

/** Cancels a launch. One that has ended is returned unchanged. */
export const cancelLaunch = defineOperation({
  id: 'launch.cancel',
  summary: 'Cancel a launch',
  effect: 'write',
  idempotent: true,
  runsAt: 'server',
  access: may('launch:run'),
  input: () => inputs().then((m) => m.LaunchRef),
  output: view,
  cli: { name: 'launch cancel', positionals: ['id'] },
  http: { method: 'POST', path: '/experimental/launch-runs/:id/cancel', tag: 'experimental' },
});

/** Answers the log as NDJSON: an object `{n, at, stream, text}` for each entry, in order of `n`. Texts are as the agent wrote them, without its secrets. */
export const downloadLogs = defineFileOperation({
  id: 'launch.logs',
  summary: 'Download the log of a launch as NDJSON',
  effect: 'read',
  runsAt: 'server',
  access: may('launch:read'),
  input: () => inputs().then((m) => m.LaunchLogsInput),
  http: {
    method: 'GET',
    path: '/experimental/launch-runs/:id/logs',
    tag: 'experimental',
    output: 'file',
  },
});

/** Downloads what the agent has changed, for `git apply`. Errors: `patch_missing`. */
export const downloadPatch = defineFileOperation({
  id: 'launch.patch',
  summary: 'Download the changes of a launch as a patch',
  effect: 'read',
  runsAt: 'server',
  access: may('launch:read'),
  input: () => inputs().then((m) => m.LaunchRef),
  http: {
    method: 'GET',
    path: '/experimental/launch-runs/:id/patch',
    tag: 'experimental',
    output: 'file',
  },
});
