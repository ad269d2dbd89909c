import { defineModule, handle, render } from 'svc-registry/kernel';
import { hookErrors } from './contract/errors.js';
import { runHooks, testHooks } from './contract/operations.js';

export default defineModule({
  id: 'hooks',
  api: '^1.0.0',
  summary: "Runs plugins' hooks when a coding agent raises an event",
  requires: ['install'],
  operations: [
    handle(runHooks, () => import('./client/handlers/run-hooks.js').then((m) => m.RunHooksHandler)),
    handle(testHooks, () =>
      import('./client/handlers/test-hooks.js').then((m) => m.TestHooksHandler),
    ),
  ],
  renders: [
    render(runHooks, () =>
      import('./client/render/hook-answer-text.js').then((m) => m.hookAnswerText),
    ),
    render(testHooks, () =>
      import('./client/render/hook-test-text.js').then((m) => m.hookTestText),
    ),
  ],
  errors: hookErrors,
});
