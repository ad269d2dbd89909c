import { defineError, ExitCode, type ErrorDefinition } from 'svc-registry/kernel';

/** What failed, as in `openai/gpt-5 limits requests`, and what to do next. */
interface Failure {
  readonly model: string;
  readonly why: string;
  readonly hint: string;
}

type Spec = Omit<ErrorDefinition<Failure>['spec'], 'message' | 'hint'>;
const failure = (spec: Spec): ErrorDefinition<Failure> =>
  defineError({
    ...spec,
    message: ({ model, why }) => `${model} ${why}.`,
    hint: ({ hint }) => hint,
  });

const final = { status: 422, exit: ExitCode.invalid };
const repeatable = { status: 503, exit: ExitCode.unavailable };

/** There is no model, or no key for it. */
export const modelNotConfigured = failure({
  code: 'model_not_configured',
  title: 'No model',
  cause: 'No model is configured, or there is no key for it.',
  remedy: 'Configure a model and its key with `svc workspace model set`.',
  ...final,
});

/** Nothing was sent: the request might have used more tokens than its budget has left. */
export const tokenBudgetExceeded = failure({
  code: 'token_budget_exceeded',
  title: 'Not enough tokens left',
  cause:
    'Nothing was sent to the model: the request might have used more tokens than its budget has left.',
  remedy: 'Ask for less at a time, or raise the budget.',
  ...final,
});

/** The same request would fail again. */
export const modelRefused = failure({
  code: 'model_refused',
  title: 'Model refuses',
  cause: 'The provider of the model refuses the request, and would refuse it again.',
  remedy: 'Check the name of the model and its key with `svc workspace model show`.',
  ...final,
});

/** The same request may succeed later: after `retryAfterSeconds` of its details, when the provider says it. */
export const modelUnavailable = failure({
  code: 'model_unavailable',
  title: 'Model unavailable',
  cause: 'The provider of the model cannot be reached, limits requests, or fails.',
  remedy: 'Try again later.',
  ...repeatable,
});
