import { defineModule } from 'svc-registry/kernel';
import * as errors from './contract/errors.js';
import { settings } from './contract/settings.js';

export default defineModule({
  id: 'outbound',
  api: '^1.0.0',
  summary: 'Requests to addresses that a user, a plugin or another host wrote',
  errors: Object.values(errors),
  contributes: settings,
  client: () => import('./client/index.js'),
  server: () => import('./server/index.js'),
});
