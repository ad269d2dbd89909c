import { contribute, defineModule, handle } from 'svc-registry/kernel';
import { permissionsPoint } from '../identity/contract/access.js';
import { tablesPoint } from '../persistence/contract/db.js';
import { rowReferencesPoint } from '../persistence/contract/references.js';
import * as errors from './contract/errors.js';
import * as operations from './contract/operations.js';

export default defineModule({
  id: 'billing',
  api: '^1.0.0',
  summary: 'Plans and credits of organizations',
  requires: ['persistence', 'identity'],
  operations: [
    handle(operations.viewSubscription, {
      run: () => import('./server/handlers.js').then((m) => m.ViewSubscriptionHandler),
    }),
    handle(operations.viewCredits, {
      run: () => import('./server/handlers.js').then((m) => m.ViewCreditsHandler),
    }),
    handle(operations.setPlan, {
      run: () => import('./server/handlers.js').then((m) => m.SetPlanHandler),
      text: () => import('./client/texts.js').then((m) => m.planText),
    }),
  ],
  contributes: [
    contribute(tablesPoint, 'billing', { prefix: 'billing_' }, () => import('./server/tables.js')),
    contribute(rowReferencesPoint, 'billing.organizations', {
      table: 'billing_accounts',
      column: 'organization_id',
      to: { table: 'identity_organizations', column: 'id' },
    }),
    contribute(permissionsPoint, 'billing:read', {
      organization: 'member',
      summary: 'See the plan and the credits of an organization',
    }),
  ],
  errors: Object.values(errors),
  server: () => import('./server/index.js'),
});
