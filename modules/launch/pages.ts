import { contribute } from 'svc-registry/kernel';
import { runListsPoint } from '../runs/contract/index.js';
import { pagesPoint } from '../web/contract/index.js';

export const pages = [
  contribute(
    runListsPoint,
    'launches',
    { title: 'Launches', one: 'Launch', command: 'svc launch skill', order: 40 },
    () => import('./server/pages/launch-runs.js').then((m) => m.LaunchRuns),
  ),
  contribute(
    pagesPoint,
    'launch.launch',
    { path: '/launches/:id', title: 'Launch', access: 'signed-in' },
    () => import('./server/pages/launch-page.js').then((m) => m.LaunchPage),
  ),
  contribute(
    pagesPoint,
    'launch.cancel',
    { path: '/launches/:id/cancel', title: 'Cancel a launch', access: 'signed-in' },
    () => import('./server/pages/cancel-launch-page.js').then((m) => m.CancelLaunchPage),
  ),
  contribute(
    pagesPoint,
    'launch.patch',
    { path: '/launches/:id/patch', title: 'Changes of a launch', access: 'signed-in' },
    () => import('./server/pages/patch-page.js').then((m) => m.PatchPage),
  ),
];
