import { serviceKey } from 'svc-registry/kernel';

export * from './errors.js';

/** Text under judgement: of a plugin, a change, an answer. The model is shown it as data, and so is its name. */
export interface ModelData {
  /** Such as `SKILL.md`. */
  readonly name: string;
  readonly text: string;
}

/** Tokens that a piece of work may use. One object may be passed to several requests, which then share it. */
export interface TokenBudget {
  /** The most that may be used, input and output together. */
  readonly tokens: number;
  /** Used so far, begun with 0. Each request adds its own; while it waits for its answer, the most that it may need. */
  used: number;
}

export interface ModelRequest {
  /** What the request is for, such as `review.quality`. A server stores it with the usage. */
  readonly purpose: string;
  /** On a server: id of the workspace whose model is asked. Left out, the model of the server is asked. */
  readonly workspaceId?: string | undefined;
  /** Instructions. Text of others belongs into `data`. */
  readonly system: string;
  readonly data: readonly ModelData[];
  /** The longest answer, in tokens; default 4096. */
  readonly maxTokens?: number | undefined;
  readonly budget?: TokenBudget | undefined;
  /** Seconds until the last answer is complete: 1 to 290, default 120. */
  readonly timeLimitSeconds?: number | undefined;
  /** Ends the request early; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface ModelQuestion extends ModelRequest {
  /** JSON schema (2020-12) of the answer, of the type `object`. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** How many times the question is asked, all at once; default 1. */
  readonly votes?: number | undefined;
}

/** What a provider charges. Where it does not say how much that is, the tokens are estimated. */
export interface ModelUsage {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Who answered, and at which expense. */
export interface ModelAnswer {
  /** Such as `anthropic/claude-sonnet-4-5`. */
  readonly model: string;
  readonly usage: ModelUsage;
}

/**
 * Language models, on both sides. A request is sent once: an error that a repetition may cure has the exit code 6 and, where the
 * provider says when, `details.retryAfterSeconds`. No error contains the key or a text of the provider. Not to be called inside a unit
 * of work.
 */
export interface Models {
  /**
   * The answer to a question as values of its schema: one for each vote, in no particular order, for the caller to take a majority or a
   * median of. Fails when one of them fails.
   */
  ask<T>(question: ModelQuestion): Promise<ModelAnswer & { readonly votes: readonly T[] }>;
  /** The answer as text. */
  text(request: ModelRequest): Promise<ModelAnswer & { readonly text: string }>;
  /** The model that would be asked; `undefined` where none is configured. */
  configured(workspaceId?: string): Promise<string | undefined>;
}

export const modelsKey = serviceKey<Models>('models.models');
