import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { invalidInput, type Context } from 'svc-registry/kernel';
import { codeOf } from '../../../../toolbox/file-errors.js';
import { fileSystemReason } from '../../../../toolbox/file-reasons.js';
import { isRecord } from '../../../../toolbox/type-guards.js';
import { toolEvents } from '../../../install/contract/hook-events.js';
import type { HookTestInput } from '../../contract/inputs.js';
import { dialectFor, dialectOf } from '../runner/dialects/index.js';
import type { Dialect, Payload, PayloadField } from '../runner/dialects/dialect.js';
import type { EventSource } from '../runner/event.js';

/** The event to test: one recorded from an agent, or a made-up one. */
export async function testedEvent(
  { event, tool, agent = 'claude-code', payload, global = false }: HookTestInput,
  { cwd, env }: Pick<Context, 'cwd' | 'env'>,
): Promise<EventSource> {
  const request = { agent, event, global, pluginPath: undefined };
  if (payload !== undefined) {
    const sent = await readPayloadFile(resolve(cwd, payload));
    return { request, event, payload: sent, dialect: dialectFor({ payload: sent, env }, agent) };
  }
  const dialect = dialectOf(agent);
  const about = toolEvents.includes(event)
    ? { tool_name: tool ?? 'Bash', tool_input: { command: 'true' } }
    : { prompt: 'Hello' };
  const made = madeUp(dialect, { session_id: 'hook-test', cwd, ...about });
  return { request, event, payload: made, dialect };
}

async function readPayloadFile(file: string): Promise<Payload> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (isRecord(value)) return value;
  } catch (error) {
    const why = codeOf(error) === undefined ? 'it is not valid JSON' : fileSystemReason(error);
    throw invalidInput({ what: `${file} cannot be read: ${why}.` }, { cause: error });
  }
  throw invalidInput({ what: `${file} must hold a JSON object, as an agent sends it.` });
}

/** A payload with the fields where the agent puts them. */
function madeUp(
  { fields }: Dialect,
  values: Readonly<Partial<Record<PayloadField, unknown>>>,
): Payload {
  const payload: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(values) as [PayloadField, unknown][]) {
    const [path = field] = fields[field] ?? [];
    put(payload, path.split('.'), value);
  }
  return payload;
}

function put(
  target: Record<string, unknown>,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): void {
  if (rest.length === 0) target[name] = value;
  else put((target[name] ??= {}) as Record<string, unknown>, rest, value);
}
