/** What a model is given to read, and how it has to answer. */
export interface Prompt {
  readonly system: string;
  readonly user: string;
  readonly maxTokens: number;
  /** Left out for an answer in prose. */
  readonly schema?: object | undefined;
}

export interface Reply {
  /** A text, or the value of a schema. */
  readonly answer: unknown;
  /** Why the answer ended, in the provider's word. */
  readonly stop: unknown;
  /** Tokens; 0 where the provider does not count. */
  readonly input: number;
  readonly output: number;
}

/** How models of one kind are asked. Answers are asked for whole: nobody watches them being written. */
export interface Protocol {
  /** The provider's own address. */
  readonly baseUrl: string;
  /** Follows the base URL. */
  readonly path: string;
  headers(apiKey: string | undefined): Readonly<Record<string, string>>;
  /** The body of a request; `own` tells that it goes to the provider's own address. */
  body(model: string, prompt: Prompt, own: boolean): object;
  /** Reads the body of an answer; `undefined` when it is none of this protocol. */
  reply(body: unknown): Reply | undefined;
}

/** The tool whose input is a structured answer: models of both protocols are made to call it. */
export const TOOL = { name: 'answer', description: 'Gives the answer.' } as const;

/** More than any model reads or writes at once. */
const MOST_TOKENS = 10_000_000;

const isTokens = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MOST_TOKENS;

/** The sum of what a provider counts separately. What cannot be a number of tokens counts as nothing. */
export const tokensOf = (...counts: readonly unknown[]): number =>
  counts.filter(isTokens).reduce((sum, each) => sum + each, 0);
