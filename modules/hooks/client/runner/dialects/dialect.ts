import type { HookEvent } from '../../../../install/contract/hook-events.js';
import type { Reply, Verdict } from '../answer/verdict.js';

/** What an agent writes to the standard input of its hooks. */
export type Payload = Readonly<Record<string, unknown>>;

/** Fields of the documented payload that are copied from the agent's own. */
export const payloadFields = [
  'session_id',
  'cwd',
  'tool_name',
  'tool_input',
  'tool_response',
  'tool_use_id',
  'prompt',
  'attachments',
  'source',
  'stop_hook_active',
  'transcript_path',
] as const;
export type PayloadField = (typeof payloadFields)[number];

/** How the agent names tools of tool servers: `pattern` has the groups `server` and `tool`. */
export interface ToolServerNaming {
  readonly pattern: RegExp;
  /** Where the payload tells both apart, for names that do not. */
  readonly told?: { readonly server: string; readonly tool: string };
}

/** The events at which the agent takes an answer of a kind. */
export interface Takes {
  readonly block: readonly HookEvent[];
  readonly ask: readonly HookEvent[];
  readonly allow: readonly HookEvent[];
  readonly context: readonly HookEvent[];
  /** `continue: false`: the agent itself is to stop. */
  readonly stop: readonly HookEvent[];
}

/** How one family of agents speaks with its hooks: data, and the few functions that data cannot say. */
export interface Dialect {
  readonly id: string;
  /** Ids of the agents that speak it. */
  readonly agents: readonly string[];
  /** True for a payload that looks like this dialect's. */
  readonly recognises: (payload: Payload) => boolean;
  /** Where a payload holds the fields, best first, as dotted paths. Fields that are left out are called what we call them. */
  readonly fields: Readonly<Partial<Record<PayloadField, readonly string[]>>>;
  /** The agent's tool → what hooks see, and after it other names that a matcher may use. */
  readonly tools: Readonly<Record<string, readonly string[]>>;
  readonly toolServers: ToolServerNaming | undefined;
  /** Names of a tool's input that are called otherwise in the documented payload; both are given. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Variables in which the agent names its project's folder, best first. */
  readonly projectVariables: readonly string[];
  readonly takes: Takes;
  /** Exit code that tells people of a failed hook without blocking anything. */
  readonly failureExit: 0 | 1;
  /** The answer in the agent's own protocol. Is asked only for what the agent takes. */
  readonly reply: (verdict: Verdict, event: HookEvent) => Reply;
}

/** The value at a dotted path. */
export function valueAt(payload: Payload, path: string): unknown {
  let value: unknown = payload;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Payload)[name];
  }
  return value;
}

export const hasText = (payload: Payload, path: string): boolean =>
  typeof valueAt(payload, path) === 'string';
