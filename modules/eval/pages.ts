import { contribute } from 'svc-registry/kernel';
import { pluginPagePoint } from '../registry/contract/plugin-page.js';
import { runListsPoint } from '../runs/contract/index.js';
import { teamTabsPoint } from '../identity/contract/team-pages.js';
import { pagesPoint } from '../web/contract/index.js';

const cancelGeneration = () => import('./server/pages/cancel-generation-page.js');

export const pages = [
  contribute(
    pluginPagePoint,
    'evaluations',
    { title: 'Evaluations', place: 'tab', order: 50 },
    () => import('./server/pages/evaluations-tab.js').then((m) => m.EvaluationsTab),
  ),
  contribute(
    runListsPoint,
    'evals',
    { title: 'Evaluations', one: 'Evaluation', command: 'svc eval run', order: 60 },
    () => import('./server/pages/eval-runs.js').then((m) => m.EvalRuns),
  ),
  contribute(
    runListsPoint,
    'generations',
    {
      title: 'Generated scenarios',
      one: 'Generation of scenarios',
      command: 'svc scenario generate',
      order: 70,
    },
    () => import('./server/pages/generation-runs.js').then((m) => m.GenerationRuns),
  ),
  contribute(
    pagesPoint,
    'eval.runs',
    { path: '/evals', title: 'Evaluations', access: 'signed-in' },
    () => import('./server/pages/runs-page.js').then((m) => m.RunsPage),
  ),
  contribute(
    pagesPoint,
    'eval.run',
    { path: '/evals/:id', title: 'Evaluation', access: 'signed-in' },
    () => import('./server/pages/run-page.js').then((m) => m.RunPage),
  ),
  contribute(
    pagesPoint,
    'eval.cell',
    { path: '/evals/:id/cells/:cell', title: 'Solution', access: 'signed-in' },
    () => import('./server/pages/cell-page.js').then((m) => m.CellPage),
  ),
  contribute(
    pagesPoint,
    'eval.cancel',
    { path: '/evals/:id/cancel', title: 'Cancel an evaluation', access: 'signed-in' },
    () => import('./server/pages/cancel-run-page.js').then((m) => m.CancelRunPage),
  ),
  contribute(
    pagesPoint,
    'eval.report',
    { path: '/evals/:id/report', title: 'Report of an evaluation', access: 'signed-in' },
    () => import('./server/pages/report-page.js').then((m) => m.ReportPage),
  ),
  contribute(
    pagesPoint,
    'eval.generation',
    { path: '/generations/:id', title: 'Generation of scenarios', access: 'signed-in' },
    () => import('./server/pages/generation-page.js').then((m) => m.GenerationPage),
  ),
  contribute(
    pagesPoint,
    'eval.cancel-generation',
    { path: '/generations/:id/cancel', title: 'Cancel a generation', access: 'signed-in' },
    () => cancelGeneration().then((m) => m.CancelGenerationPage),
  ),
  contribute(
    pagesPoint,
    'eval.scenarios',
    { path: '/generations/:id/scenarios', title: 'Generated scenarios', access: 'signed-in' },
    () => cancelGeneration().then((m) => m.ScenariosPage),
  ),
  contribute(teamTabsPoint, 'eval.switch', {
    title: 'Evaluations',
    for: 'workspace',
    segment: 'evals',
    order: 60,
    permission: 'eval:read',
  }),
  contribute(
    pagesPoint,
    'eval.switch',
    { path: '/workspaces/:workspace/evals', title: 'Evaluations', access: 'signed-in' },
    () => import('./server/pages/switch-page.js').then((m) => m.SwitchPage),
  ),
];
