import { defineModule } from 'svc-registry/kernel';
import { sealedColumnsPoint } from './contract/index.js';
import * as errors from './contract/errors.js';
import { settings } from './contract/settings.js';

export default defineModule({
  id: 'secrets',
  api: '^1.0.0',
  summary: 'Secrets of others that the server keeps, sealed',
  requires: ['persistence'],
  errors: Object.values(errors),
  points: [sealedColumnsPoint],
  contributes: settings,
  server: () => import('./server/index.js'),
});
