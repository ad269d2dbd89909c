import { isHookEvent, type HookEvent } from '../../../install/contract/hook-events.js';
import type { HookRequest } from './arguments.js';
import type { Clock } from './command/deadline.js';
import type { Env } from './command/environment.js';
import type { Dialect, Payload } from './dialects/dialect.js';
import { normalisePayload, type HookInput } from './payload.js';
import { editsOf } from './patches.js';
import { planHooks, type PlannedHook } from './plan/plan-hooks.js';
import { hookScope } from './project/hook-scope.js';
import { userFolder } from './project/user-folder.js';

/** The environment of the process that an agent started. */
export interface RunnerHost {
  readonly env: Env;
  readonly cwd: string;
  readonly clock: Clock;
  /** Aborts when the agent stops waiting. */
  readonly signal: AbortSignal;
}

/** An event, and the hooks to run for it. */
export interface PreparedEvent {
  readonly event: HookEvent;
  readonly agent: string;
  readonly dialect: Dialect;
  /** The working directory of hooks. */
  readonly folder: string;
  readonly input: HookInput;
  readonly hooks: readonly PlannedHook[];
  /** The agent whose own entry runs the hooks instead. */
  readonly leftTo: string | undefined;
  /** Remarks for people, one sentence each. */
  readonly notes: readonly string[];
}

export interface EventSource {
  readonly request: HookRequest;
  readonly payload: Payload | undefined;
  readonly event: HookEvent;
  readonly dialect: Dialect;
}

/** The event that the entry names, else the one in the payload. */
export function eventOf(
  { event }: HookRequest,
  payload: Payload | undefined,
): HookEvent | undefined {
  const named = event ?? payload?.['hook_event_name'];
  return typeof named === 'string' && isHookEvent(named) ? named : undefined;
}

/** Determines the hooks for an event. Throws an error with a sentence for people when the installation cannot be read. */
export function prepareEvent(
  { request, payload, event, dialect }: EventSource,
  { env, cwd }: RunnerHost,
): PreparedEvent {
  const agent = request.agent === '' ? (dialect.agents[0] ?? '') : request.agent;
  const { folder, plugins, notes, leftTo } = hookScope(
    { ...request, agent, home: userFolder(env) },
    { payload, dialect, env, cwd },
  );
  const { input, toolNames } = normalisePayload({ payload, dialect, agent, event, cwd: folder });
  if (payload !== undefined && dialect.happens?.(event, payload) === false)
    return { event, agent, dialect, folder, input, hooks: [], leftTo, notes };
  const { edits, note } = editsOf({ input, toolNames }, dialect);
  const reported = { ...input, ...edits.reported };
  const { hooks, problems } = planHooks(plugins, { event, toolNames });
  const more = edits.more.flatMap((edit) =>
    planHooks(plugins, { event, toolNames: edits.toolNames, named: true }).hooks.map((hook) => ({
      ...hook,
      input: edit,
    })),
  );
  return {
    event,
    agent,
    dialect,
    folder,
    input: reported,
    hooks: [...hooks, ...more],
    leftTo,
    notes: [...notes, ...problems, ...note],
  };
}
