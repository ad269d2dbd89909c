import {
  backgroundPoint,
  callGuardsPoint,
  contribute,
  defineModule,
  handle,
} from 'svc-registry/kernel';
import { permissionsPoint } from '../identity/contract/access.js';
import { teamTabsPoint } from '../identity/contract/team-pages.js';
import { tablesPoint } from '../persistence/contract/db.js';
import { pagesPoint } from '../web/contract/index.js';
import * as errors from './contract/errors.js';
import * as operations from './contract/operations.js';
import { settings } from './contract/settings.js';

const texts = () => import('./client/texts.js');
const handlers = () => import('./server/handlers.js');

export default defineModule({
  id: 'audit',
  api: '^1.0.0',
  summary: 'Who did what to which object, and from where',
  requires: ['persistence', 'web', 'identity'],
  operations: [
    handle(operations.listAuditEvents, {
      run: () => handlers().then((m) => m.ListEventsHandler),
      text: () => texts().then((m) => m.eventsText),
    }),
    handle(operations.exportAuditEvents, {
      run: () => handlers().then((m) => m.ExportEventsHandler),
    }),
    handle(operations.listAuditDigests, {
      run: () => handlers().then((m) => m.ListDigestsHandler),
      text: () => texts().then((m) => m.digestsText),
    }),
    handle(operations.saveAudit, {
      run: () => import('./client/save-audit.js').then((m) => m.SaveAuditHandler),
      text: () => texts().then((m) => m.savedText),
    }),
    handle(operations.verifyAudit, {
      run: () => import('./client/verify-audit.js').then((m) => m.VerifyAuditHandler),
      text: () => texts().then((m) => m.verificationText),
    }),
  ],
  errors: Object.values(errors),
  contributes: [
    ...settings,
    contribute(tablesPoint, 'audit', { prefix: 'audit_' }, () =>
      import('./server/tables.js').then((m) => m.tables),
    ),
    contribute(permissionsPoint, 'audit:read', {
      organization: 'admin',
      peopleOnly: true,
      summary: 'See who did what in an organization',
    }),
    contribute(teamTabsPoint, 'audit.log', {
      title: 'Audit log',
      for: 'organization',
      segment: 'audit',
      order: 50,
      permission: 'audit:read',
    }),
    contribute(
      pagesPoint,
      'audit.log',
      { path: '/organizations/:organization/audit', title: 'Audit log', access: 'signed-in' },
      () => import('./server/pages/audit-page.js').then((m) => m.AuditPage),
    ),
    contribute(
      pagesPoint,
      'audit.export',
      {
        path: '/organizations/:organization/audit/export',
        title: 'Export of the audit log',
        access: 'signed-in',
      },
      () => import('./server/pages/export-page.js').then((m) => m.ExportPage),
    ),
    contribute(
      callGuardsPoint,
      'audit',
      { summary: 'Writes down what is changed, and what is refused', position: 'outer' },
      () => import('./server/log-guard.js').then((m) => m.LogGuard),
    ),
    contribute(
      backgroundPoint,
      'audit',
      { summary: 'Writes the digests of days that are over, and removes old events' },
      () => import('./server/upkeep.js').then((m) => m.Upkeep),
    ),
  ],
  server: () => import('./server/index.js'),
});
