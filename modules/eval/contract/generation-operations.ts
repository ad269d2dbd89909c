/** Generations of scenarios, on the server; the commands call these. */
import {
  defineFileOperation,
  defineListOperation,
  defineOperation,
  pageQuery,
} from 'svc-registry/kernel';
import { mayGeneration, ofWorkspace } from './access.js';
import type * as Inputs from './generation-inputs.js';
import type * as Views from './generation-view.js';

const inputs = (): Promise<typeof Inputs> => import('./generation-inputs.js');
const views = (): Promise<typeof Views> => import('./generation-view.js');
const view = () => views().then((m) => m.GenerationView);

/**
 * Starts a generation. A generation that makes no usable scenario has failed. Errors: `evals_disabled`, `generation_source` unless exactly one of a bundle, and a
 * repository with a commit or a pull request is named, `model_not_configured`, `not_found`.
 */
export const generateScenarios = defineOperation({
  id: 'eval.generate',
  summary: 'Have scenarios written by a model',
  effect: 'write',
  runsAt: 'server',
  limits: ['eval', 'eval-workspace', 'eval-address'],
  access: ofWorkspace('eval:run'),
  input: () => inputs().then((m) => m.GenerateScenariosInput),
  output: view,
  http: {
    method: 'POST',
    path: '/experimental/eval-scenarios/generate',
    tag: 'experimental',
    status: 201,
  },
});

/** Lists the generations of a workspace, newest first. */
export const listGenerations = defineListOperation({
  id: 'eval.listGenerations',
  summary: 'List the generations of scenarios of a workspace',
  effect: 'read',
  runsAt: 'server',
  access: ofWorkspace('eval:read'),
  input: () => inputs().then((m) => m.ListGenerationsInput),
  output: () => views().then((m) => m.GenerationListed),
  http: {
    method: 'GET',
    path: '/experimental/generation-runs',
    tag: 'experimental',
    query: { ...pageQuery },
  },
});

export const showGeneration = defineOperation({
  id: 'eval.showGeneration',
  summary: 'Show a generation of scenarios',
  effect: 'read',
  runsAt: 'server',
  access: mayGeneration('eval:read'),
  input: () => inputs().then((m) => m.GenerationLook),
  output: view,
  http: { method: 'GET', path: '/experimental/generation-runs-v2/:id', tag: 'experimental' },
});

/** Downloads the scenarios as a `.tar.gz`: a folder for each. Errors: `generation_not_completed`. */
export const downloadScenarios = defineFileOperation({
  id: 'eval.downloadScenarios',
  summary: 'Download the scenarios of a generation',
  effect: 'read',
  runsAt: 'server',
  access: mayGeneration('eval:read'),
  input: () => inputs().then((m) => m.GenerationRef),
  http: {
    method: 'GET',
    path: '/experimental/generation-runs-v2/:id/download',
    tag: 'experimental',
    output: 'file',
  },
});

/** Cancels a generation: it has failed then. One that has ended is returned unchanged. */
export const cancelGeneration = defineOperation({
  id: 'eval.cancelGeneration',
  summary: 'Cancel a generation of scenarios',
  description:
    'A cancelled generation counts as failed. One that has already ended does not change.',
  effect: 'write',
  idempotent: true,
  runsAt: 'server',
  access: mayGeneration('eval:run'),
  input: () => inputs().then((m) => m.GenerationRef),
  output: view,
  cli: { name: 'scenario cancel', aliases: ['scenarios cancel'], positionals: ['id'] },
  http: {
    method: 'POST',
    path: '/experimental/generation-runs-v2/:id/cancel',
    tag: 'experimental',
  },
});
