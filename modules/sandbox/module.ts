import { contribute, defineModule, healthChecksPoint } from 'svc-registry/kernel';
import * as errors from './contract/errors.js';
import { settings } from './contract/settings.js';

export default defineModule({
  id: 'sandbox',
  api: '^1.0.0',
  summary: 'Programs that others wrote, run in isolation',
  requires: ['outbound'],
  errors: Object.values(errors),
  contributes: [
    ...settings,
    contribute(healthChecksPoint, 'sandbox', { summary: 'Whether programs can be isolated' }, () =>
      import('./client/sandbox-health.js').then((m) => m.SandboxHealth),
    ),
  ],
  client: () => import('./client/index.js'),
  server: () => import('./server/index.js'),
});
