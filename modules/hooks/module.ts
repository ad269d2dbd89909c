import { defineModule, handle } from 'svc-registry/kernel';
import { hookErrors } from './contract/errors.js';
import { runHooks, testHooks } from './contract/operations.js';

export default defineModule({
  id: 'hooks',
  api: '^1.0.0',
  summary: "Runs plugins' hooks when a coding agent raises an event",
  requires: ['install'],
  operations: [
    handle(runHooks, {
      run: () => import('./client/handlers/run-hooks.js').then((m) => m.RunHooksHandler),
      text: () => import('./client/render/hook-answer-text.js').then((m) => m.hookAnswerText),
    }),
    handle(testHooks, {
      run: () => import('./client/handlers/test-hooks.js').then((m) => m.TestHooksHandler),
      text: () => import('./client/render/hook-test-text.js').then((m) => m.hookTestText),
    }),
  ],
  errors: hookErrors,
});
