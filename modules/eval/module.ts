import { defineModule, handle } from 'svc-registry/kernel';
import * as errors from './contract/errors.js';
import { lintScenarios } from './contract/operations.js';

export default defineModule({
  id: 'eval',
  api: '^1.0.0',
  summary: 'Evaluation scenarios of plugins',
  operations: [
    handle(lintScenarios, {
      run: () => import('./client/lint.js').then((m) => m.LintHandler),
      text: () => import('./client/lint-text.js').then((m) => m.lintText),
    }),
  ],
  errors: Object.values(errors),
});
