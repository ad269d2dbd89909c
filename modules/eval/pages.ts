import { contribute } from 'svc-registry/kernel';
import { teamTabsPoint } from '../identity/contract/team-pages.js';
import { pagesPoint } from '../web/contract/index.js';

export const pages = [
  contribute(
    pagesPoint,
    'eval.runs',
    { path: '/evals', title: 'Evaluations', access: 'signed-in', nav: 'Evaluations' },
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
