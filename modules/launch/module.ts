import { defineModule } from 'svc-registry/kernel';
import * as errors from './contract/errors.js';
import { launchAgentsPoint } from './contract/launch-agents.js';
import * as preparationErrors from './contract/preparation-errors.js';

export default defineModule({
  id: 'launch',
  api: '^1.0.0',
  summary: 'Skills that run: in a terminal, or on a worker against a fresh clone',
  requires: [
    'persistence',
    'secrets',
    'jobs',
    'identity',
    'outbound',
    'sandbox',
    'registry',
    'install',
    'project',
  ],
  points: [launchAgentsPoint],
  errors: [...Object.values(errors), ...Object.values(preparationErrors)],
});
