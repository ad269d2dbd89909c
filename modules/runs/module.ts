import { contribute, defineModule } from 'svc-registry/kernel';
import { frontPagePoint, pagesPoint } from '../web/contract/index.js';
import { runListsPoint } from './contract/run-lists.js';

export default defineModule({
  id: 'runs',
  api: '^1.0.0',
  summary: 'What runs in workspaces: reviews, launches, evaluations and others, in one list',
  requires: ['web', 'identity'],
  points: [runListsPoint],
  contributes: [
    contribute(
      pagesPoint,
      'runs.list',
      { path: '/runs', title: 'Runs', access: 'signed-in', nav: 'Runs', place: 'work' },
      () => import('./server/pages/runs-page.js').then((m) => m.RunsPage),
    ),
    contribute(
      frontPagePoint,
      'runs',
      {
        summary: 'Runs that have failed, and those that ask a person',
        for: 'signed-in',
        order: 50,
      },
      () => import('./server/waiting-runs.js').then((m) => m.WaitingRuns),
    ),
  ],
});
