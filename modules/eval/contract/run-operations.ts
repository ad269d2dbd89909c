/**
 * Runs of evaluations, on the server; the commands call these. Reading and starting needs the role member in the workspace (specification, "Authentication", 5).
 * The routes are those of the specification, "HTTP API", or stand beside them.
 */
import {
  defineFileOperation,
  defineListOperation,
  defineOperation,
  pageQuery,
} from 'svc-registry/kernel';
import { may, ofWorkspace } from './access.js';
import type * as Inputs from './run-inputs.js';
import type * as Views from './run-view.js';

const inputs = (): Promise<typeof Inputs> => import('./run-inputs.js');
const views = (): Promise<typeof Views> => import('./run-view.js');
const view = () => views().then((m) => m.EvalRunView);

/**
 * Stores scenarios or a plugin for a run or a generation that names them. They are deleted a day later if nothing does. The folders of an archive of scenarios:
 * `scenarios/<name>/` has the files of a scenario; `fixtures/<name>/<fixture>/` those of its directory fixtures; `context/` those of the context. Errors: those of
 * reading the archive.
 */
export const uploadBundle = defineOperation({
  id: 'eval.uploadBundle',
  summary: 'Store scenarios for an evaluation, or a plugin for a generation',
  description:
    'The body is a gzip-compressed tar as `svc eval run` and `svc scenario generate` send it.',
  effect: 'write',
  runsAt: 'server',
  limits: ['eval', 'eval-address'],
  access: ofWorkspace('eval:run'),
  input: () => inputs().then((m) => m.UploadBundleInput),
  output: () => views().then((m) => m.BundleView),
  http: {
    method: 'POST',
    path: '/experimental/eval-bundles',
    tag: 'experimental',
    body: 'bytes',
    status: 201,
  },
});

/** Answers what a run would do and cost, and starts nothing. Errors: those of `startEval`, except for credits. */
export const checkEval = defineOperation({
  id: 'eval.checkRun',
  summary: 'Check an evaluation, and show what it would cost',
  effect: 'read',
  runsAt: 'server',
  access: ofWorkspace('eval:run'),
  input: () => inputs().then((m) => m.EvalPlanInput),
  output: () => views().then((m) => m.EvalPlanView),
  http: { method: 'POST', path: '/experimental/eval-runs-v2/check', tag: 'experimental' },
});

/**
 * Starts a run. Its cells reserve 2 credits each; those that are void, or known already, cost nothing. Errors: `evals_disabled`, `scenarios_missing`,
 * `scenario_invalid`, `agent_unknown`, `agent_key_missing`, `upgrade_required`, `credits_exhausted`, `credit_ceiling`, `model_not_configured`, `not_found`.
 */
export const startEval = defineOperation({
  id: 'eval.startRun',
  summary: 'Start an evaluation',
  effect: 'write',
  runsAt: 'server',
  limits: ['eval', 'eval-workspace', 'eval-address'],
  access: ofWorkspace('eval:run'),
  input: () => inputs().then((m) => m.StartEvalInput),
  output: view,
  http: {
    method: 'POST',
    path: '/experimental/eval-runs-v2',
    tag: 'experimental',
    status: 201,
  },
});

/** Lists the runs of a workspace, newest first. */
export const listEvals = defineListOperation({
  id: 'eval.listRuns',
  summary: 'List the evaluations of a workspace',
  effect: 'read',
  runsAt: 'server',
  access: ofWorkspace('eval:read'),
  input: () => inputs().then((m) => m.ListEvalsInput),
  output: () => views().then((m) => m.EvalRunListed),
  http: {
    method: 'GET',
    path: '/experimental/eval-runs-v2',
    tag: 'experimental',
    query: { ...pageQuery },
  },
});

export const showEval = defineOperation({
  id: 'eval.showRun',
  summary: 'Show an evaluation',
  effect: 'read',
  runsAt: 'server',
  access: may('eval:read'),
  input: () => inputs().then((m) => m.EvalLook),
  output: view,
  http: { method: 'GET', path: '/experimental/eval-runs-v2/:id', tag: 'experimental' },
});

/** Repeats a failed run as a new run with the same settings, which takes over its finished cells. Errors: `wrong_state` for a run that has not failed, `retry_needs_environment`, and those of `startEval`. */
export const retryEval = defineOperation({
  id: 'eval.retryRun',
  summary: 'Repeat a failed evaluation as a new one, without the cells that it finished',
  effect: 'write',
  runsAt: 'server',
  limits: ['eval', 'eval-workspace', 'eval-address'],
  access: may('eval:run'),
  input: () => inputs().then((m) => m.RetryEvalRunInput),
  output: view,
  http: {
    method: 'POST',
    path: '/experimental/eval-runs-v2/:id/retry',
    tag: 'experimental',
    status: 201,
  },
});

/** Cancels a run: it has failed then. Cells that have ended keep their results. A run that has ended is returned unchanged. */
export const cancelEval = defineOperation({
  id: 'eval.cancelRun',
  summary: 'Cancel an evaluation',
  description:
    'A cancelled evaluation counts as failed; results of cells that have ended are kept. An evaluation that has already ended does not change.',
  effect: 'write',
  idempotent: true,
  runsAt: 'server',
  access: may('eval:run'),
  input: () => inputs().then((m) => m.EvalRef),
  output: view,
  cli: { name: 'eval cancel', positionals: ['id'] },
  http: { method: 'POST', path: '/experimental/eval-runs-v2/:id/cancel', tag: 'experimental' },
});

/** Lists the cells of a run by scenario, variant and repeat. */
export const listCells = defineListOperation({
  id: 'eval.listCells',
  summary: 'List the cells of an evaluation',
  effect: 'read',
  runsAt: 'server',
  access: may('eval:read'),
  input: () => inputs().then((m) => m.ListCellsInput),
  output: () => views().then((m) => m.CellListed),
  http: {
    method: 'GET',
    path: '/experimental/eval-runs-v2/:id/cells',
    tag: 'experimental',
    query: { ...pageQuery },
  },
});

export const showCell = defineOperation({
  id: 'eval.showCell',
  summary: 'Show one solution of an evaluation, with the evidence of its score',
  effect: 'read',
  runsAt: 'server',
  access: may('eval:read'),
  input: () => inputs().then((m) => m.CellRef),
  output: () => views().then((m) => m.CellView),
  http: {
    method: 'GET',
    path: '/experimental/eval-runs-v2/:id/cells/:cell',
    tag: 'experimental',
  },
});

/** A person changes the points of a criterion; statistics and verdict follow. Errors: `not_found` for a criterion that the cell has no score of, `score_out_of_range`. */
export const overrideScore = defineOperation({
  id: 'eval.overrideScore',
  summary: 'Change the points of a criterion, with a reason',
  effect: 'write',
  idempotent: true,
  runsAt: 'server',
  access: may('eval:run'),
  input: () => inputs().then((m) => m.OverrideScoreInput),
  output: () => views().then((m) => m.CellView),
  http: {
    method: 'POST',
    path: '/experimental/eval-runs-v2/:id/cells/:cell/scores',
    tag: 'experimental',
  },
});

/** The report of a run as a file: HTML without scripts, JSON, or JUnit XML. */
export const downloadReport = defineFileOperation({
  id: 'eval.downloadReport',
  summary: 'Download the report of an evaluation',
  effect: 'read',
  runsAt: 'server',
  access: may('eval:read'),
  input: () => inputs().then((m) => m.EvalReportInput),
  http: {
    method: 'GET',
    path: '/experimental/eval-runs-v2/:id/report',
    tag: 'experimental',
    output: 'file',
  },
});

/** Agents that can solve and score, and the defaults of this server. */
export const listEvalAgents = defineOperation({
  id: 'eval.listAgents',
  summary: 'List the agents that evaluations can use',
  effect: 'read',
  runsAt: 'server',
  access: 'signed-in',
  input: () => inputs().then((m) => m.ListAgentsInput),
  output: () => views().then((m) => m.EvalAgentsView),
  http: { method: 'GET', path: '/experimental/eval-runs/agents', tag: 'experimental' },
});

/**
 * Switches evaluations of a workspace on or off. Off, starting a run or a generation is refused with `evals_disabled` and stores nothing; what goes on ends, and
 * results stay readable.
 */
export const switchEvals = defineOperation({
  id: 'eval.switch',
  summary: 'Switch the evaluations of a workspace on or off',
  effect: 'write',
  idempotent: true,
  runsAt: 'server',
  access: ofWorkspace('workspace:edit_settings'),
  input: () => inputs().then((m) => m.EvalsSwitchInput),
  output: () => views().then((m) => m.EvalsSwitchView),
  http: {
    method: 'PATCH',
    path: '/experimental/workspaces/:workspace/evals',
    tag: 'experimental',
  },
});

export const showEvalsSwitch = defineOperation({
  id: 'eval.showSwitch',
  summary: 'Show whether the evaluations of a workspace are on',
  effect: 'read',
  runsAt: 'server',
  access: ofWorkspace('eval:read'),
  input: () => inputs().then((m) => m.EvalsSwitchRef),
  output: () => views().then((m) => m.EvalsSwitchView),
  http: {
    method: 'GET',
    path: '/experimental/workspaces/:workspace/evals',
    tag: 'experimental',
  },
});
