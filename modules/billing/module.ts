import { contribute, defineModule, handle } from 'svc-registry/kernel';
import { permissionsPoint } from '../identity/contract/access.js';
import { teamTabsPoint } from '../identity/contract/team-pages.js';
import { tablesPoint } from '../persistence/contract/db.js';
import { rowReferencesPoint } from '../persistence/contract/references.js';
import { pagesPoint } from '../web/contract/index.js';
import * as errors from './contract/errors.js';
import * as operations from './contract/operations.js';

export default defineModule({
  id: 'billing',
  api: '^1.0.0',
  summary: 'Plans and credits of organizations',
  requires: ['persistence', 'web', 'identity'],
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
    contribute(teamTabsPoint, 'billing.credits', {
      title: 'Plan and credits',
      for: 'organization',
      segment: 'credits',
      order: 60,
      permission: 'billing:read',
    }),
    contribute(
      pagesPoint,
      'billing.credits',
      {
        path: '/organizations/:organization/credits',
        title: 'Plan and credits',
        access: 'signed-in',
      },
      () => import('./server/pages/credits-page.js').then((m) => m.CreditsPage),
    ),
  ],
  errors: Object.values(errors),
  server: () => import('./server/index.js'),
});
