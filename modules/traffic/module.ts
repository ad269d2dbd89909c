import {
  backgroundPoint,
  callGuardsPoint,
  contribute,
  defineModule,
  refusalGuardsPoint,
} from 'svc-registry/kernel';
import { tablesPoint } from '../persistence/contract/db.js';
import * as errors from './contract/errors.js';
import { limits } from './contract/limits.js';
import { settings } from './contract/settings.js';

export default defineModule({
  id: 'traffic',
  api: '^1.0.0',
  summary: 'Rate limits and idempotency keys',
  requires: ['persistence', 'identity'],
  errors: Object.values(errors),
  contributes: [
    ...settings,
    ...limits,
    contribute(tablesPoint, 'traffic', { prefix: 'traffic_' }, () =>
      import('./server/tables.js').then((m) => m.tables),
    ),
    contribute(
      callGuardsPoint,
      'traffic.limits',
      { summary: 'Counts calls of operations that declare limits', position: 'inner' },
      () => import('./server/limits/limit-guard.js').then((m) => m.LimitGuard),
    ),
    contribute(
      callGuardsPoint,
      'traffic.keys',
      { summary: 'Carries out a request with an Idempotency-Key once', position: 'inner' },
      () => import('./server/keys/key-guard.js').then((m) => m.KeyGuard),
    ),
    contribute(
      refusalGuardsPoint,
      'traffic.refused',
      { summary: 'Counts the requests that are refused' },
      () => import('./server/limits/refusal-guard.js').then((m) => m.RefusedRequests),
    ),
    contribute(backgroundPoint, 'traffic', { summary: 'Deletes expired counts and keys' }, () =>
      import('./server/forget-past.js').then((m) => m.ForgetPast),
    ),
  ],
  server: () => import('./server/index.js'),
});
