import { serviceKey } from 'svc-registry/kernel';

export * from './errors.js';

/** Tokens that a piece of work may use. One object may be passed to several requests, which then share it. */
export interface TokenBudget {
  /** The most that may be used, input and output together. */
  readonly tokens: number;
  /** Used so far, begun with 0. A request that waits for its answer counts with the most that it may need. */
  used: number;
}

export interface ModelRequest {
  /** What the request is for, such as `review.quality`. A server stores it with the usage. */
  readonly purpose: string;
  /** On a server: id of the workspace whose model is asked. Left out, the model of the server is asked. */
  readonly workspaceId?: string | undefined;
  /** Another model than the configured one, of the same protocol: it is asked at the same address with the same key. */
  readonly model?: string | undefined;
  /** Instructions. Text of others belongs into `data`. */
  readonly system: string;
  /** Texts under judgement: of a plugin, a change, an answer. The model is shown them as data, and so are their names. */
  readonly data: readonly { readonly name: string; readonly text: string }[];
  /** The longest answer, in tokens; default 4096. */
  readonly maxTokens?: number | undefined;
  readonly budget?: TokenBudget | undefined;
  /** Seconds until the last answer is complete: at most 290, default 120. */
  readonly timeLimitSeconds?: number | undefined;
  /** Ends the request early; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** JSON schema (2020-12) of an answer, of the type `object`. `T` is the type of the values that it describes. */
export type AnswerSchema<T> = Readonly<Record<string, unknown>> & { readonly __answer?: T };

export interface ModelQuestion<T = unknown> extends ModelRequest {
  readonly schema: AnswerSchema<T>;
  /** How many times the question is asked, all at once; default 1. */
  readonly votes?: number | undefined;
}

/** Who answered, and for how many tokens. Where a provider does not count, it is the most that they can have been. */
export interface ModelAnswer {
  /** Such as `anthropic/claude-sonnet-4-5`. */
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/**
 * Language models, on both sides. A request is sent once. Errors: `model_not_configured`, `token_budget_exceeded`, `model_refused`,
 * which a repetition does not cure, and `model_unavailable`, which it may; details are `modelStatus` and `retryAfterSeconds` where the
 * provider says them. A workspace's own model may also fail with `outbound_refused`, `outbound_failed` and `secret_unreadable`. No error has
 * the key or a text of the provider. Not to be called inside a unit of work.
 */
export interface Models {
  /**
   * The answer to a question: a value of its schema for each vote, in no particular order, for the caller to take a majority or a median
   * of. Fails when one of them fails.
   */
  ask<T>(question: ModelQuestion<T>): Promise<ModelAnswer & { readonly votes: readonly T[] }>;
  /** The answer as text. */
  text(request: ModelRequest): Promise<ModelAnswer & { readonly text: string }>;
  /** The model that would be asked; `undefined` where none is configured. */
  configured(workspaceId?: string): Promise<string | undefined>;
}

export const modelsKey = serviceKey<Models>('models.models');
