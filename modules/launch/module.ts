import {
  backgroundPoint,
  contribute,
  defineModule,
  handle,
  locatorsPoint,
} from 'svc-registry/kernel';
import { permissionsPoint, workspaceContentPoint } from '../identity/contract/access.js';
import { tablesPoint } from '../persistence/contract/db.js';
import { sealedColumnsPoint } from '../secrets/contract/index.js';
import * as environmentCommands from './contract/environment-commands.js';
import * as environmentErrors from './contract/environment-errors.js';
import * as environments from './contract/environment-operations.js';
import * as errors from './contract/errors.js';
import { launchAgentsPoint } from './contract/launch-agents.js';
import * as preparationErrors from './contract/preparation-errors.js';

const environmentHandlers = () => import('./server/environments/handlers.js');
const envCommands = () => import('./client/environments/commands.js');
const environmentText = () =>
  import('./client/environments/texts.js').then((m) => m.environmentText);

export default defineModule({
  id: 'launch',
  api: '^1.0.0',
  summary: 'Skills that run: in a terminal, or on a worker against a fresh clone',
  requires: [
    'persistence',
    'secrets',
    'jobs',
    'identity',
    'outbound',
    'sandbox',
    'registry',
    'install',
    'project',
  ],
  operations: [
    // environments
    handle(environments.createEnvironment, {
      run: () =>
        import('./server/environments/create.handler.js').then((m) => m.CreateEnvironmentHandler),
    }),
    handle(environments.listEnvironments, {
      run: () => environmentHandlers().then((m) => m.ListEnvironmentsHandler),
    }),
    handle(environments.showEnvironment, {
      run: () => environmentHandlers().then((m) => m.ShowEnvironmentHandler),
    }),
    handle(environments.replaceEnvironment, {
      run: () => environmentHandlers().then((m) => m.ReplaceEnvironmentHandler),
    }),
    handle(environments.deleteEnvironment, {
      run: () => environmentHandlers().then((m) => m.DeleteEnvironmentHandler),
    }),
    handle(environmentCommands.createEnvCommand, {
      run: () => envCommands().then((m) => m.CreateEnvHandler),
      text: environmentText,
    }),
    handle(environmentCommands.listEnvCommand, {
      run: () => envCommands().then((m) => m.ListEnvHandler),
      text: () => import('./client/environments/texts.js').then((m) => m.environmentsText),
    }),
    handle(environmentCommands.viewEnvCommand, {
      run: () => envCommands().then((m) => m.ViewEnvHandler),
      text: environmentText,
    }),
    handle(environmentCommands.updateEnvCommand, {
      run: () => envCommands().then((m) => m.UpdateEnvHandler),
      text: environmentText,
    }),
    handle(environmentCommands.deleteEnvCommand, {
      run: () => envCommands().then((m) => m.DeleteEnvHandler),
    }),
  ],
  points: [launchAgentsPoint],
  contributes: [
    contribute(tablesPoint, 'launch', { prefix: 'launch_' }, () => import('./server/tables.js')),
    // environments
    contribute(sealedColumnsPoint, 'launch.environments', {
      table: 'launch_environments',
      column: 'sealed',
      row: 'id',
    }),
    contribute(locatorsPoint, 'environment', { kind: 'environment' }, () =>
      import('./server/environments/environment-locator.js').then((m) => m.EnvironmentLocator),
    ),
    contribute(workspaceContentPoint, 'launch.environments', { summary: 'Environments' }, () =>
      import('./server/environments/workspace-environments.js').then(
        (m) => m.WorkspaceEnvironments,
      ),
    ),
    contribute(
      backgroundPoint,
      'launch.environments',
      { summary: 'Deletes environments whose run was never started' },
      () => import('./server/environments/delete-abandoned.js').then((m) => m.DeleteAbandoned),
    ),
    contribute(permissionsPoint, 'environment:read', {
      workspace: 'member',
      summary: 'See the environments of a workspace, without their values',
    }),
    contribute(permissionsPoint, 'environment:use', {
      workspace: 'member',
      summary: 'Make an environment for a run of your own',
    }),
    contribute(permissionsPoint, 'environment:edit', {
      workspace: 'manager',
      summary: 'Create environments that all runs of a workspace may use, replace and delete them',
    }),
  ],
  errors: [
    ...Object.values(errors),
    ...Object.values(environmentErrors),
    ...Object.values(preparationErrors),
  ],
});
