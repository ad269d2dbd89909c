import { contribute, defineModule, readinessPoint } from 'svc-registry/kernel';
import * as errors from './contract/errors.js';
import { settings } from './contract/settings.js';

export default defineModule({
  id: 'persistence',
  api: '^1.0.0',
  summary: 'The database and the blob store',
  errors: Object.values(errors),
  contributes: [
    ...settings,
    contribute(readinessPoint, 'persistence.database', { summary: 'the database' }, () =>
      import('./server/readiness.js').then((m) => m.DatabaseAnswers),
    ),
  ],
  server: () => import('./server/index.js'),
});
