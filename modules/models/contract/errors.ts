import { defineError, ExitCode } from 'svc-registry/kernel';

/** Facts of a failed request. `model` is the configured one, such as `openai/gpt-5`. */
interface Failure {
  readonly model: string;
  readonly why: string;
}

/** There is no model, or no key for it. `model` is given when only the key is missing. */
export const modelNotConfigured = defineError<{
  model?: string | undefined;
  facet: 'client' | 'server';
}>({
  code: 'model_not_configured',
  status: 422,
  exit: ExitCode.invalid,
  title: 'No model',
  message: ({ model }) =>
    model === undefined ? 'No model is configured.' : `No API key is configured for ${model}.`,
  hint: ({ facet }) =>
    facet === 'client'
      ? 'Set SVC_MODEL, such as anthropic/claude-sonnet-4-5 or openai/gpt-5, and its key in SVC_MODEL_API_KEY, ANTHROPIC_API_KEY or OPENAI_API_KEY.'
      : 'A manager of the workspace configures one with `svc workspace model set`, the operator of the server with SVC_MODEL and SVC_MODEL_API_KEY.',
});

export const modelAccessRefused = defineError<Failure>({
  code: 'model_access_refused',
  status: 502,
  exit: ExitCode.denied,
  title: 'Model refuses access',
  message: ({ model, why }) => `${model} refuses access: ${why}.`,
  hint: () => 'Check the key, its rights and its account at the provider, then configure it anew.',
});

export const modelUnknown = defineError<{ model: string }>({
  code: 'model_unknown',
  status: 422,
  exit: ExitCode.invalid,
  title: 'Unknown model',
  message: ({ model }) => `The provider has no model ${model}.`,
  hint: () => 'Check the name of the model, and the base URL if one is configured.',
});

/** Carries `retryAfterSeconds` among its details when the provider says it. */
export const modelBusy = defineError<Failure & { seconds: number | undefined }>({
  code: 'model_busy',
  status: 503,
  exit: ExitCode.unavailable,
  title: 'Model busy',
  message: ({ model, why }) => `${model} ${why}.`,
  hint: ({ seconds }) => `Try again ${seconds === undefined ? 'later' : `in ${seconds} s`}.`,
});

/** The model cannot be reached, or did not answer as its protocol has it. */
export const modelFailed = defineError<Failure>({
  code: 'model_failed',
  status: 502,
  exit: ExitCode.unavailable,
  title: 'Model failed',
  message: ({ model, why }) => `${model} cannot be asked: ${why}.`,
  hint: () => 'Try again later; if it stays so, check the base URL if one is configured.',
});

export const modelTooSlow = defineError<{ model: string; seconds: number }>({
  code: 'model_too_slow',
  status: 504,
  exit: ExitCode.unavailable,
  title: 'Model too slow',
  message: ({ model, seconds }) => `${model} did not answer within ${seconds} s.`,
  hint: () => 'Try again later, or configure a faster model.',
});

/** The answer is not what the question's schema describes. */
export const modelAnswerInvalid = defineError<Failure>({
  code: 'model_answer_invalid',
  status: 502,
  exit: ExitCode.unavailable,
  title: 'Answer unusable',
  message: ({ model, why }) => `The answer of ${model} is not in the requested form: ${why}.`,
  hint: () => 'Try again; if it happens often, configure a more capable model.',
});

export const modelAnswerTooLong = defineError<{ model: string; maxTokens: number }>({
  code: 'model_answer_too_long',
  status: 422,
  exit: ExitCode.invalid,
  title: 'Answer too long',
  message: ({ model, maxTokens }) =>
    `The answer of ${model} was cut off, because it has more than ${maxTokens} tokens.`,
  hint: () => 'Ask about less at once, or configure a model that answers more briefly.',
});

export const modelDeclined = defineError<{ model: string }>({
  code: 'model_declined',
  status: 422,
  exit: ExitCode.invalid,
  title: 'Model declines',
  message: ({ model }) => `${model} declines to answer.`,
  hint: () => 'Its provider refuses what the text is about. Configure another model.',
});

export const modelInputTooLong = defineError<{ model: string }>({
  code: 'model_input_too_long',
  status: 422,
  exit: ExitCode.invalid,
  title: 'Text too long for the model',
  message: ({ model }) => `The text is longer than ${model} can read.`,
  hint: () => 'Ask about less at once, or configure a model with a larger context.',
});

/** The provider refuses the request itself. */
export const modelRequestRefused = defineError<Failure>({
  code: 'model_request_refused',
  status: 502,
  exit: ExitCode.invalid,
  title: 'Request refused by the model',
  message: ({ model, why }) => `${model} refuses the request: ${why}.`,
  hint: () => 'Configure a model that supports tools, and check the base URL if one is configured.',
});

/** Nothing was sent: the request might have used more tokens than its budget has left. */
export const tokenBudgetExceeded = defineError<{ needed: number; left: number }>({
  code: 'token_budget_exceeded',
  status: 422,
  exit: ExitCode.invalid,
  title: 'Not enough tokens left',
  message: ({ needed, left }) =>
    `The request to the model may need ${needed} tokens; the budget has ${left} left.`,
  hint: () => 'Ask about less at once, or allow more tokens.',
});
