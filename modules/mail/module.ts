import {
  contribute,
  defineModule,
  healthChecksPoint,
  serverStartedPoint,
} from 'svc-registry/kernel';
import { runKindsPoint } from '../jobs/contract/db.js';
import { tablesPoint } from '../persistence/contract/db.js';
import { sealedColumnsPoint } from '../secrets/contract/index.js';
import * as errors from './contract/errors.js';
import { LETTERS } from './contract/index.js';
import { settings } from './contract/settings.js';

export default defineModule({
  id: 'mail',
  api: '^1.0.0',
  summary: 'Mails that the server sends',
  requires: ['persistence', 'jobs', 'secrets'],
  errors: Object.values(errors),
  contributes: [
    ...settings,
    contribute(tablesPoint, 'mail', { prefix: 'mail_' }, () => import('./server/tables.js')),
    contribute(sealedColumnsPoint, LETTERS, {
      table: 'mail_runs',
      column: 'letter',
      row: 'message_id',
    }),
    contribute(
      runKindsPoint,
      'mail.send',
      {
        summary: 'A mail on its way',
        // as long as mail servers try: hourly after the first hour, for three days
        attempts: 100,
        backOff: { first: 30, most: 3600 },
        timeLimitSeconds: 259_200,
        // a mail server that hangs delays other mails only
        lane: 'apart',
        concurrency: 4,
      },
      () => import('./server/send-mail.js').then((m) => m.mailRuns),
    ),
    contribute(serverStartedPoint, 'mail', { summary: 'Says that no mails are sent' }, () =>
      import('./server/report-off.js').then((m) => m.ReportOff),
    ),
    contribute(healthChecksPoint, 'mail', { summary: 'Whether a server here sends mails' }, () =>
      import('./client/mail-health.js').then((m) => m.MailHealth),
    ),
  ],
  server: () => import('./server/index.js'),
});
