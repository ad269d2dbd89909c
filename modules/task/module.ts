import { contribute, defineModule, handle, locatorsPoint } from 'svc-registry/kernel';
import { permissionsPoint, workspaceContentPoint } from '../identity/contract/access.js';
import { launchFollowersPoint } from '../launch/contract/launches.js';
import { tablesPoint } from '../persistence/contract/db.js';
import * as errors from './contract/errors.js';
import { limits } from './contract/limits.js';
import * as tasks from './contract/operations.js';
import { pages } from './pages.js';

const reading = () => import('./server/handlers/reading.js');

export default defineModule({
  id: 'task',
  api: '^1.0.0',
  summary: 'Tasks: skills that may ask a person, and go on with the answer',
  requires: ['persistence', 'jobs', 'identity', 'launch', 'web', 'runs'],
  operations: [
    handle(tasks.createTask, {
      run: () => import('./server/handlers/create.handler.js').then((m) => m.CreateTaskHandler),
    }),
    handle(tasks.listTasks, { run: () => reading().then((m) => m.ListTasksHandler) }),
    handle(tasks.findTaskByLink, { run: () => reading().then((m) => m.FindTaskByLinkHandler) }),
    handle(tasks.showTask, { run: () => reading().then((m) => m.ShowTaskHandler) }),
    handle(tasks.listTaskRuns, { run: () => reading().then((m) => m.ListTaskRunsHandler) }),
    handle(tasks.listTaskEvents, { run: () => reading().then((m) => m.ListTaskEventsHandler) }),
    handle(tasks.addTaskInput, {
      run: () => import('./server/handlers/add-input.handler.js').then((m) => m.AddInputHandler),
    }),
    handle(tasks.cancelTask, {
      run: () => import('./server/handlers/cancel.handler.js').then((m) => m.CancelTaskHandler),
    }),
  ],
  contributes: [
    ...pages,
    ...limits,
    contribute(tablesPoint, 'task', { prefix: 'task_' }, () => import('./server/tables.js')),
    contribute(locatorsPoint, 'task', { kind: 'task' }, () =>
      import('./server/task-locator.js').then((m) => m.TaskLocator),
    ),
    contribute(
      launchFollowersPoint,
      'task',
      { summary: 'Takes a task on when the launch of its turn has ended' },
      () => import('./server/follower.js').then((m) => m.TaskFollower),
    ),
    contribute(workspaceContentPoint, 'task', { summary: 'Tasks that have not ended' }, () =>
      import('./server/workspace-tasks.js').then((m) => m.WorkspaceTasks),
    ),
    contribute(permissionsPoint, 'task:read', {
      workspace: 'member',
      summary: 'See the tasks of a workspace, their turns and events',
    }),
    contribute(permissionsPoint, 'task:run', {
      workspace: 'member',
      summary: 'Create tasks, answer and cancel them',
    }),
  ],
  errors: Object.values(errors),
});
