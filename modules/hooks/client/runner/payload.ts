import { isRecord } from '../../../../toolbox/type-guards.js';
import type { HookEvent } from '../../../install/contract/hook-events.js';
import {
  payloadFields,
  valueAt,
  type Dialect,
  type Payload,
  type PayloadField,
} from './dialects/dialect.js';

/** The standard input of hooks, the same for every agent. Fields that the agent does not provide are left out. */
export interface HookInput extends Partial<Record<PayloadField, unknown>> {
  readonly hook_event_name: HookEvent;
  readonly agent: string;
  readonly cwd: string;
  /** Claude Code's name of the tool, or the agent's own where there is no such tool. */
  readonly tool_name?: string;
  /** The agent's original payload; `null` without one. */
  readonly native: Payload | null;
}

/** A payload in the documented shape, and the tool names that a matcher may use. */
export interface NormalisedPayload {
  readonly input: HookInput;
  readonly toolNames: readonly string[];
}

export interface PayloadSource {
  readonly payload: Payload | undefined;
  readonly dialect: Dialect;
  readonly agent: string;
  readonly event: HookEvent;
  /** The folder to use when the payload names none. */
  readonly cwd: string;
}

/** Converts an agent's payload to the documented shape. */
export function normalisePayload({
  payload,
  dialect,
  agent,
  event,
  cwd,
}: PayloadSource): NormalisedPayload {
  const fields = payload === undefined ? {} : copiedFields(payload, dialect);
  const native = fields.tool_name;
  const common = {
    hook_event_name: event,
    agent,
    ...fields,
    cwd: typeof fields.cwd === 'string' ? fields.cwd : cwd,
    native: payload ?? null,
  };
  if (payload === undefined || typeof native !== 'string')
    return { input: common as HookInput, toolNames: [] };
  const names = toolNamesOf(native, payload, dialect);
  const tool = {
    tool_name: names[0] ?? native,
    tool_input: toolInputOf(fields.tool_input, dialect),
  };
  return { input: { ...common, ...tool }, toolNames: [...new Set([...names, native])] };
}

type Fields = Partial<Record<PayloadField, unknown>>;

function copiedFields(payload: Payload, dialect: Dialect): Fields {
  const fields: Fields = {};
  for (const field of payloadFields) {
    const value = (dialect.fields[field] ?? [field])
      .map((path) => valueAt(payload, path))
      .find((found) => found !== undefined);
    if (value !== undefined) fields[field] = value;
  }
  return fields;
}

function toolNamesOf(
  native: string,
  payload: Payload,
  { tools, toolServers }: Dialect,
): readonly string[] {
  const known = Object.hasOwn(tools, native) ? tools[native] : undefined;
  if (known !== undefined) return known;
  const parts = toolServers?.pattern.exec(native)?.groups;
  if (toolServers === undefined || parts === undefined) return [native];
  const part = (name: 'server' | 'tool'): string => {
    const reported = toolServers.reported && valueAt(payload, toolServers.reported[name]);
    return typeof reported === 'string' ? reported : (parts[name] ?? '');
  };
  return [`mcp__${part('server')}__${part('tool')}`];
}

/** Keeps the agent's own fields, and adds those that have another name in the documented shape. */
function toolInputOf(input: unknown, { inputs }: Dialect): unknown {
  const fields = typeof input === 'string' ? parsed(input) : input;
  if (!isRecord(fields)) return fields;
  const renamed = Object.entries(fields).filter(([name]) => Object.hasOwn(inputs, name));
  return {
    ...Object.fromEntries(renamed.map(([name, value]) => [inputs[name], plainInput(value)])),
    ...fields,
  };
}

/** Where an agent takes several texts at once, such as commands, hooks get them as one. */
function plainInput(value: unknown): unknown {
  const isTexts = Array.isArray(value) && value.every((each) => typeof each === 'string');
  return isTexts ? value.join('\n') : value;
}

/** Some agents send a tool's input as JSON text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
