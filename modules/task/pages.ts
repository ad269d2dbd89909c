import { contribute } from 'svc-registry/kernel';
import { runListsPoint } from '../runs/contract/index.js';
import { pagesPoint } from '../web/contract/index.js';

export const pages = [
  contribute(runListsPoint, 'tasks', { title: 'Tasks', one: 'Task', order: 50, asks: true }, () =>
    import('./server/pages/task-runs.js').then((m) => m.TaskRuns),
  ),
  contribute(
    pagesPoint,
    'task.task',
    { path: '/tasks/:id', title: 'Task', access: 'signed-in' },
    () => import('./server/pages/task-page.js').then((m) => m.TaskPage),
  ),
  contribute(
    pagesPoint,
    'task.cancel',
    { path: '/tasks/:id/cancel', title: 'Cancel a task', access: 'signed-in' },
    () => import('./server/pages/cancel-task-page.js').then((m) => m.CancelTaskPage),
  ),
];
