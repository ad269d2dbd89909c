import { contribute, defineModule, handle } from 'svc-registry/kernel';
import { dataChecksPoint } from '../persistence/contract/db.js';
import { sealedColumnsPoint } from './contract/index.js';
import * as errors from './contract/errors.js';
import { rotateSecrets } from './contract/operations.js';
import { settings } from './contract/settings.js';

export default defineModule({
  id: 'secrets',
  api: '^1.0.0',
  summary: 'Secrets of others that the server keeps, sealed',
  requires: ['persistence'],
  operations: [
    handle(rotateSecrets, {
      run: () => import('./server/rotate.handler.js').then((m) => m.RotateHandler),
    }),
  ],
  errors: Object.values(errors),
  points: [sealedColumnsPoint],
  contributes: [
    ...settings,
    contribute(dataChecksPoint, 'secrets', { summary: 'Sealed values can be opened' }, () =>
      import('./server/check-sealed.js').then((m) => m.checkSealed),
    ),
  ],
  server: () => import('./server/index.js'),
});
