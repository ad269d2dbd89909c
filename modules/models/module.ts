import { contribute, defineModule, handle } from 'svc-registry/kernel';
import { workspaceContentPoint } from '../identity/contract/access.js';
import { tablesPoint } from '../persistence/contract/db.js';
import { rowReferencesPoint } from '../persistence/contract/references.js';
import { sealedColumnsPoint } from '../secrets/contract/index.js';
import * as errors from './contract/errors.js';
import * as operations from './contract/operations.js';
import { settings } from './contract/settings.js';

const handlers = () => import('./server/handlers.js');

export default defineModule({
  id: 'models',
  api: '^1.0.0',
  summary: 'Questions to language models, and what they cost',
  requires: ['persistence', 'identity', 'outbound', 'secrets'],
  operations: [
    handle(operations.showWorkspaceModel, {
      run: () => handlers().then((m) => m.ShowWorkspaceModelHandler),
    }),
    handle(operations.setWorkspaceModel, {
      run: () => handlers().then((m) => m.SetWorkspaceModelHandler),
    }),
    handle(operations.removeWorkspaceModel, {
      run: () => handlers().then((m) => m.RemoveWorkspaceModelHandler),
    }),
    handle(operations.setModel, {
      run: () => import('./client/set-model.js').then((m) => m.SetModelHandler),
    }),
  ],
  contributes: [
    ...settings,
    contribute(tablesPoint, 'models', { prefix: 'models_' }, () => import('./server/tables.js')),
    contribute(rowReferencesPoint, 'models.settings.workspace', {
      table: 'models_settings',
      column: 'workspace_id',
      to: { table: 'identity_workspaces', column: 'id' },
    }),
    contribute(sealedColumnsPoint, 'models.workspaceKeys', {
      table: 'models_settings',
      column: 'api_key',
      row: 'workspace_id',
    }),
    contribute(workspaceContentPoint, 'models', { summary: 'Models' }, () =>
      import('./server/workspace-models.js').then((m) => m.WorkspaceModels),
    ),
  ],
  errors: Object.values(errors),
  client: () => import('./client/index.js'),
  server: () => import('./server/index.js'),
});
