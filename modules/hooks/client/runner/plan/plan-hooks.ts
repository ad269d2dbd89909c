import { fieldsOf, listOf } from '../../../../../toolbox/type-guards.js';
import { toolEvents, type HookEvent } from '../../../../install/contract/hook-events.js';
import type { HookInput } from '../payload.js';
import { readCommandHook, type CommandHook } from '../command/command-hook.js';
import { Matchers } from './matcher.js';

/** A plugin with hooks. */
export interface HookPlugin {
  readonly name: string;
  readonly folder: string;
  /** The manifest's map of events, not validated. */
  readonly hooks: Readonly<Record<string, unknown>>;
}

/** A hook of the event, to be run, or skipped for the reason in `skipped`. */
export interface PlannedHook {
  readonly plugin: string;
  readonly folder: string;
  readonly matcher: string | undefined;
  readonly hook: CommandHook;
  readonly skipped: string | undefined;
  /** What the hook is told, where that is not the event as the agent reported it. */
  readonly input?: HookInput;
}

/** The hooks of an event in the order in which they run, and the problems with invalid ones. */
export interface HookPlan {
  readonly hooks: readonly PlannedHook[];
  readonly problems: readonly string[];
}

export interface PlanRequest {
  readonly event: HookEvent;
  /** Every name of the tool; empty at events without one. */
  readonly toolNames: readonly string[];
  /** Only hooks whose matcher names the tool, and none that apply to every tool. */
  readonly named?: boolean;
}

/** Plugins in the given order, groups and hooks in the order of the manifest. */
export function planHooks(
  plugins: readonly HookPlugin[],
  { event, toolNames, named = false }: PlanRequest,
): HookPlan {
  const matchers = toolEvents.includes(event) ? new Matchers(toolNames) : undefined;
  const hooks: PlannedHook[] = [];
  const problems: string[] = [];
  for (const plugin of plugins) {
    for (const group of listOf(plugin.hooks[event]))
      planGroup({ plugin, group, matchers }, { hooks, problems });
  }
  if (named) return { hooks: hooks.filter(isNamed), problems };
  return { hooks, problems };
}

function isNamed({ matcher = '', skipped }: PlannedHook): boolean {
  return skipped === undefined && matcher !== '' && matcher !== '*';
}

interface Group {
  readonly plugin: HookPlugin;
  readonly group: unknown;
  readonly matchers: Matchers | undefined;
}

interface Collected {
  readonly hooks: PlannedHook[];
  readonly problems: string[];
}

function planGroup(
  { plugin: { name, folder }, group, matchers }: Group,
  { hooks, problems }: Collected,
): void {
  const fields = fieldsOf(group);
  const matcher = typeof fields['matcher'] === 'string' ? fields['matcher'] : undefined;
  const match = matchers?.match(matcher) ?? { matches: true };
  if ('broken' in match)
    problems.push(`${name}: the matcher "${matcher ?? ''}" cannot be used: ${match.broken}`);
  for (const value of listOf(fields['hooks'])) {
    const hook = readCommandHook(value);
    if (typeof hook === 'string') problems.push(`${name}: an entry of "hooks" ${hook}`);
    else hooks.push({ plugin: name, folder, matcher, hook, skipped: whySkipped(match) });
  }
}

function whySkipped(
  match: { readonly matches: boolean } | { readonly broken: string },
): string | undefined {
  if ('broken' in match) return match.broken;
  return match.matches ? undefined : 'the matcher names other tools';
}
