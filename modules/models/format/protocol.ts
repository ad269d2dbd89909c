/** What a model is given to read, and how it has to answer. */
export interface Prompt {
  readonly system: string;
  readonly user: string;
  readonly maxTokens: number;
  /** Left out for an answer in prose. */
  readonly schema?: Readonly<Record<string, unknown>> | undefined;
}

export interface Tokens {
  readonly input: number;
  readonly output: number;
}

export interface Reply {
  readonly stop: 'complete' | 'length' | 'refusal';
  /** A text, or the value of a schema; `undefined` if the model gave none. */
  readonly answer: unknown;
  /** `undefined` where the provider does not count. */
  readonly tokens: Tokens | undefined;
}

/** How models of one kind are asked. Answers are asked for whole: nobody watches them being written. */
export interface Protocol {
  /** The address of the provider itself. */
  readonly baseUrl: string;
  /** Follows the base URL. */
  readonly path: string;
  headers(apiKey: string | undefined): Readonly<Record<string, string>>;
  /** The body of a request to the model of this name; `own` tells that it goes to the provider's own address. */
  body(name: string, prompt: Prompt, own: boolean): object;
  /** Reads the body of an answer; `undefined` when it is none of this protocol. */
  reply(body: unknown): Reply | undefined;
}

/** The name of the tool whose input is a structured answer: models of both protocols are made to call it. */
export const ANSWER_TOOL = 'answer';

const count = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0);

/** The sum of what a provider counts separately. */
export const sumOf = (...counts: readonly unknown[]): number =>
  counts.reduce((sum: number, each) => sum + count(each), 0);
