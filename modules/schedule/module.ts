import {
  backgroundPoint,
  contribute,
  defineModule,
  handle,
  locatorsPoint,
} from 'svc-registry/kernel';
import { permissionsPoint, workspaceContentPoint } from '../identity/contract/access.js';
import { tablesPoint } from '../persistence/contract/db.js';
import { pagesPoint } from '../web/contract/index.js';
import * as commands from './contract/commands.js';
import * as errors from './contract/errors.js';
import { limits } from './contract/limits.js';
import * as schedules from './contract/schedule-operations.js';
import { settings } from './contract/settings.js';

const reading = () => import('./server/handlers/reading.js');
const states = () => import('./server/handlers/states.js');
const texts = () => import('./client/texts.js');
const scheduleText = () => texts().then((m) => m.scheduleText);
const changedText = () => texts().then((m) => m.changedText);

export default defineModule({
  id: 'schedule',
  api: '^1.0.0',
  summary: 'Schedules: skills that launch at set times',
  requires: ['persistence', 'web', 'jobs', 'identity', 'registry', 'install', 'project', 'launch'],
  operations: [
    // on the server
    handle(schedules.createSchedule, {
      run: () => import('./server/handlers/create.js').then((m) => m.CreateHandler),
    }),
    handle(schedules.listSchedules, { run: () => reading().then((m) => m.ListHandler) }),
    handle(schedules.viewSchedule, {
      run: () => reading().then((m) => m.ViewHandler),
      text: scheduleText,
    }),
    handle(schedules.scheduleRuns, {
      run: () => reading().then((m) => m.RunsHandler),
      text: () => texts().then((m) => m.runsText),
    }),
    handle(schedules.pauseSchedule, {
      run: () => states().then((m) => m.PauseHandler),
      text: changedText,
    }),
    handle(schedules.resumeSchedule, {
      run: () => states().then((m) => m.ResumeHandler),
      text: changedText,
    }),
    handle(schedules.triggerSchedule, {
      run: () => import('./server/handlers/trigger.js').then((m) => m.TriggerHandler),
      text: () => texts().then((m) => m.triggeredText),
    }),
    handle(schedules.updateSchedule, {
      run: () => import('./server/handlers/update.js').then((m) => m.UpdateHandler),
      text: changedText,
    }),
    handle(schedules.deleteSchedule, {
      run: () => import('./server/handlers/delete.js').then((m) => m.DeleteHandler),
    }),
    handle(schedules.syncSchedules, {
      run: () => import('./server/handlers/sync.js').then((m) => m.SyncSchedulesHandler),
    }),
    // in the user's folder
    handle(commands.createCommand, {
      run: () => import('./client/create.js').then((m) => m.CreateCommandHandler),
      text: changedText,
    }),
    handle(commands.listCommand, {
      run: () => import('./client/list.js').then((m) => m.ListCommandHandler),
      text: () => texts().then((m) => m.schedulesText),
    }),
    handle(commands.validateCommand, {
      run: () => import('./client/validate.js').then((m) => m.ValidateHandler),
      text: () => texts().then((m) => m.validatedText),
    }),
    handle(commands.syncCommand, {
      run: () => import('./client/sync.js').then((m) => m.SyncHandler),
      text: () => texts().then((m) => m.syncedText),
    }),
  ],
  contributes: [
    ...settings,
    ...limits,
    contribute(
      tablesPoint,
      'schedule',
      { prefix: 'schedule_' },
      () => import('./server/tables.js'),
    ),
    contribute(locatorsPoint, 'schedule', { kind: 'schedule' }, () =>
      import('./server/schedule-locator.js').then((m) => m.ScheduleLocator),
    ),
    contribute(
      backgroundPoint,
      'schedule.dispatch',
      { summary: 'Launches what schedules say, when their times come' },
      () =>
        import('./server/dispatch/dispatch-in-background.js').then((m) => m.DispatchInBackground),
    ),
    contribute(workspaceContentPoint, 'schedule', { summary: 'Schedules' }, () =>
      import('./server/workspace-schedules.js').then((m) => m.WorkspaceSchedules),
    ),
    contribute(permissionsPoint, 'schedule:read', {
      workspace: 'member',
      summary: 'See the schedules of a workspace and what they have launched',
    }),
    contribute(permissionsPoint, 'schedule:edit', {
      workspace: 'member',
      summary: 'Create, pause, resume, trigger, change and delete schedules',
    }),
    contribute(
      pagesPoint,
      'schedule.list',
      { path: '/schedules', title: 'Schedules', access: 'signed-in', nav: 'Schedules' },
      () => import('./server/pages/schedules-page.js').then((m) => m.SchedulesPage),
    ),
    contribute(
      pagesPoint,
      'schedule.schedule',
      { path: '/schedules/:id', title: 'Schedule', access: 'signed-in' },
      () => import('./server/pages/schedule-page.js').then((m) => m.SchedulePage),
    ),
    contribute(
      pagesPoint,
      'schedule.delete',
      { path: '/schedules/:id/delete', title: 'Delete a schedule', access: 'signed-in' },
      () => import('./server/pages/delete-schedule-page.js').then((m) => m.DeleteSchedulePage),
    ),
  ],
  errors: Object.values(errors),
  server: () => import('./server/index.js'),
});
