import { defineModule, planned } from 'svc-registry/kernel';
import * as errors from './contract/errors.js';
import { moderationMachine } from './contract/moderation.machine.js';
import * as operations from './contract/operations.js';
import * as pluginErrors from './contract/plugin-errors.js';

export default defineModule({
  id: 'registry',
  api: '^1.0.0',
  summary: 'Plugins: write, check, publish, find',
  requires: ['persistence', 'identity'],
  operations: Object.values(operations).map(planned),
  machines: [moderationMachine],
  errors: [...Object.values(errors), ...Object.values(pluginErrors)],
  client: () => import('./client/index.js'),
});
