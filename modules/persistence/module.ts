import {
  backgroundPoint,
  contribute,
  backupServicePoint,
  defineModule,
  readinessPoint,
} from 'svc-registry/kernel';
import { blobReferencesPoint, rowReferencesPoint } from './contract/references.js';
import { dataChecksPoint, tablesPoint } from './contract/db.js';
import * as dataErrors from './contract/data-errors.js';
import * as errors from './contract/errors.js';
import { settings } from './contract/settings.js';

export default defineModule({
  id: 'persistence',
  api: '^1.0.0',
  summary: 'The database and the blob store',
  errors: [...Object.values(errors), ...Object.values(dataErrors)],
  points: [tablesPoint, blobReferencesPoint, rowReferencesPoint, dataChecksPoint],
  contributes: [
    ...settings,
    contribute(readinessPoint, 'persistence.database', { summary: 'the database' }, () =>
      import('./server/readiness.js').then((m) => m.DatabaseAnswers),
    ),
    contribute(
      backupServicePoint,
      'persistence',
      { summary: 'Backup, restore, move and check of the database and the blob store' },
      () => import('./server/backup-service/backup-service.js').then((m) => m.makeBackupService),
    ),
    contribute(
      backgroundPoint,
      'persistence.clock',
      { summary: 'Sets the clock of this process by the database that several share' },
      () => import('./server/clock-setter.js').then((m) => m.ClockSetter),
    ),
    contribute(
      backgroundPoint,
      'persistence.sweeper',
      { summary: 'Takes away contents that no row points at' },
      () => import('./server/sweeper.js').then((m) => m.Sweeper),
    ),
  ],
  server: () => import('./server/index.js'),
});
