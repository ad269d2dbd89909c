import { contribute, defineModule, handle } from 'svc-registry/kernel';
import { permissionsPoint } from '../identity/contract/access.js';
import { blobReferencesPoint, tablesPoint } from '../persistence/contract/db.js';
import { versionFactsPoint } from '../registry/contract/version-facts.js';
import { evaluationsPoint } from '../review/contract/evaluations.js';
import * as errors from './contract/errors.js';
import { evalRunMachine } from './contract/eval-run.machine.js';
import { limits } from './contract/limits.js';
import { lintScenarios } from './contract/operations.js';
import * as runErrors from './contract/run-errors.js';

export default defineModule({
  id: 'eval',
  api: '^1.0.0',
  summary: 'Evaluations of plugins: scenarios, runs, and what they show',
  requires: [
    'persistence',
    'web',
    'secrets',
    'jobs',
    'identity',
    'billing',
    'outbound',
    'sandbox',
    'registry',
    'install',
    'project',
    'models',
    'review',
    'launch',
    'mail',
  ],
  operations: [
    handle(lintScenarios, {
      run: () => import('./client/lint.js').then((m) => m.LintHandler),
      text: () => import('./client/lint-text.js').then((m) => m.lintText),
    }),
    // runs, on the server

    // generations, on the server

    // commands
  ],
  machines: [evalRunMachine],
  contributes: [
    ...limits,
    contribute(tablesPoint, 'eval', { prefix: 'eval_' }, () => import('./server/tables.js')),
    contribute(permissionsPoint, 'eval:read', {
      workspace: 'member',
      summary: 'See the evaluations of a workspace and their scenarios',
    }),
    contribute(permissionsPoint, 'eval:run', {
      workspace: 'member',
      summary: 'Start evaluations and generations of scenarios, cancel and score them',
    }),
    // runs

    // cells
    contribute(blobReferencesPoint, 'eval.solutions', {
      table: 'eval_cells',
      column: 'solution_sha256',
    }),
    contribute(blobReferencesPoint, 'eval.files', { table: 'eval_cells', column: 'files_sha256' }),

    // generations

    // publishing
    contribute(versionFactsPoint, 'impact', { summary: 'What it changes for agents' }, () =>
      import('./server/publishing/impact.js').then((m) => m.ImpactFacts),
    ),
    contribute(
      evaluationsPoint,
      'eval.scenarios',
      { summary: 'Scenarios that were published with a version and evaluated' },
      () => import('./server/publishing/impact.js').then((m) => m.EvaluatedScenarios),
    ),

    // pages
  ],
  errors: [...Object.values(errors), ...Object.values(runErrors)],
  server: () => import('./server/index.js'),
});
