import type { HookEvent } from '../../../../install/contract/hook-events.js';
import type { Reply, Verdict } from '../answer/verdict.js';

/** The JSON object that an agent writes to the standard input of its hooks. */
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

/** The agent's naming of tools of tool servers: `pattern` has the groups `server` and `tool`. */
export interface ToolServerNaming {
  readonly pattern: RegExp;
  /** Payload fields with both parts, for tool names that do not contain them. */
  readonly reported?: { readonly server: string; readonly tool: string };
}

/** The events at which the agent supports each kind of answer. */
export interface Takes {
  readonly block: readonly HookEvent[];
  readonly ask: readonly HookEvent[];
  readonly allow: readonly HookEvent[];
  readonly context: readonly HookEvent[];
  /** `continue: false`, which stops the agent itself. */
  readonly stop: readonly HookEvent[];
}

/** The hook protocol of one family of agents: mostly data, and a few functions where data does not suffice. */
export interface Dialect {
  readonly id: string;
  /** Ids of the agents that speak it. */
  readonly agents: readonly string[];
  /** True for a payload in this dialect. */
  readonly recognises: (payload: Payload) => boolean;
  /** Dotted paths of the payload's fields, the preferred one first. Fields that are left out have their documented names. */
  readonly fields: Readonly<Partial<Record<PayloadField, readonly string[]>>>;
  /** The agent's tool name → the name that hooks see, followed by other names that a matcher may use. */
  readonly tools: Readonly<Record<string, readonly string[]>>;
  readonly toolServers: ToolServerNaming | undefined;
  /** Input fields of tools with another name in the documented payload; hooks get both names. */
  readonly inputs: Readonly<Record<string, string>>;
  /** The tool that takes patches of several files, as Codex writes them, and whether the agent also finds such a patch in a shell command. */
  readonly patches?: { readonly tool: string; readonly inShell: boolean };
  /** False for a call that the agent makes although nothing of the kind has happened. Left out: every call counts. */
  readonly happens?: (event: HookEvent, payload: Payload) => boolean;
  /** Variables that contain the agent's project folder, the preferred one first. */
  readonly projectVariables: readonly string[];
  readonly takes: Takes;
  /** Exit code that reports a failed hook to people without blocking anything. */
  readonly failureExit: 0 | 1;
  /** A failure is told as a message of the answer, because the entry does not pass on exit codes. */
  readonly tellsFailures?: true;
  /** The answer in the agent's own protocol. Called only with verdicts that the agent supports. */
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
