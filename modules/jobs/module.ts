import { backgroundPoint, contribute, defineModule, metricsPoint } from 'svc-registry/kernel';
import { runKindsPoint } from './contract/db.js';
import * as errors from './contract/errors.js';
import { runMachine } from './contract/run.machine.js';
import { settings } from './contract/settings.js';

export default defineModule({
  id: 'jobs',
  api: '^1.0.0',
  summary: 'Background work: runs, leases, attempts',
  requires: ['persistence'],
  machines: [runMachine],
  errors: Object.values(errors),
  points: [runKindsPoint],
  contributes: [
    contribute(backgroundPoint, 'jobs', { summary: 'Runs that wait' }, () =>
      import('./server/background.js').then((m) => m.JobsInBackground),
    ),
    contribute(
      metricsPoint,
      'svc_job_runs',
      {
        help: 'Background runs by kind, lane and state',
        type: 'gauge',
        labels: ['kind', 'lane', 'state'],
      },
      () => import('./server/metrics.js').then((m) => m.RunCounts),
    ),
    ...settings,
  ],
  server: () => import('./server/index.js'),
});
