import { isRecord } from '../../../toolbox/type-guards.js';

/** What a coding agent asked its model, in one shape for all wire protocols. */
export interface ModelRequest {
  /** The request as JSON text: instructions, messages and tools, all that a model would be shown. */
  readonly shown: string;
  /** Names of the tools that were offered. */
  readonly tools: readonly string[];
  /** What the tools answered so far, oldest first. */
  readonly toolResults: readonly string[];
  readonly streaming: boolean;
}

export interface ToolCall {
  readonly tool: string;
  /** The group that the tool was offered in, where the protocol has such. */
  readonly namespace?: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What our model says: some text, or one call of a tool. */
export type Reply = { readonly text: string } | { readonly call: ToolCall };

/** One server-sent event. `name` is left out where the protocol has unnamed events. */
export interface StreamEvent {
  readonly name?: string;
  readonly data: unknown;
}

/** How one vendor's clients speak with a model. */
export interface WireProtocol {
  readonly name: string;
  /** The request at a path; `undefined` when the path is not one where this protocol asks for a reply. */
  read(path: string, body: JsonObject): ModelRequest | undefined;
  /** The reply as one document. `id` is new for every reply. */
  whole(reply: Reply, id: string): JsonObject;
  /** The reply as a stream. */
  stream(reply: Reply, id: string): readonly StreamEvent[];
  /** What other requests of these clients are answered with, such as lists of models and counts of tokens. */
  aside(path: string): JsonObject | undefined;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** The objects of a list; none when it is no list. */
export function objectsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** The names of the objects of a list. */
export function namesOf(value: unknown): readonly string[] {
  return objectsOf(value)
    .map((each) => each['name'])
    .filter((name) => typeof name === 'string');
}

/** Content as text: a string is itself, anything else its JSON. */
export function textOf(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content ?? null);
}
