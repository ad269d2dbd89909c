import { contribute, defineModule, handle } from 'svc-registry/kernel';
import { permissionsPoint } from '../identity/contract/access.js';
import { runKindsPoint } from '../jobs/contract/db.js';
import { blobReferencesPoint, tablesPoint } from '../persistence/contract/db.js';
import { versionFactsPoint } from '../registry/contract/version-facts.js';
import { evaluationsPoint } from '../review/contract/evaluations.js';
import { testingAgents } from './agents/testing/contributions.js';
import * as errors from './contract/errors.js';
import { evalRunMachine } from './contract/eval-run.machine.js';
import { limits } from './contract/limits.js';
import { lintScenarios } from './contract/operations.js';
import * as runErrors from './contract/run-errors.js';
import { settings } from './contract/settings.js';

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
    ...settings,
    ...testingAgents,
    contribute(
      runKindsPoint,
      'eval.prepare',
      {
        summary: 'Commits that the scenarios of an evaluation begin with',
        timeLimitSeconds: 7_200,
        lane: 'long',
      },
      () => import('./server/fixtures/prepare-work.js').then((m) => m.prepareRuns),
    ),
    contribute(
      runKindsPoint,
      'eval.cell',
      {
        summary: 'A scenario that is solved once, and scored',
        // the setting SVC_EVAL_MINUTES ends the agent before, in each of three attempts
        timeLimitSeconds: 50_000,
        lane: 'long',
      },
      () => import('./server/cells/cell-work.js').then((m) => m.cellRuns),
    ),
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
