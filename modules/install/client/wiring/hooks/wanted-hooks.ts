import { by } from '../../../../../toolbox/by.js';
import type { HookFacts, HookFile } from '../../../contract/agents.js';
import { hookEvents, toolEvents, type HookEvent } from '../../../contract/hook-events.js';
import { pathsOf } from '../../agents/agents.js';
import { pluginFolder } from '../../project/paths.js';
import type { WiringJob } from '../wiring-job.js';
import { dispatchEntries } from './dispatch-entry.js';
import { nativeItems } from './native-hooks.js';
import type { WantedItem } from './reconcile-hooks.js';

interface WantedFile {
  readonly location: HookFile;
  /** The agent's name of an event → the wanted items. */
  readonly events: Map<string, WantedItem[]>;
}

/** An agent that calls hooks, and its file. */
interface HookAgent {
  readonly id: string;
  readonly facts: HookFacts;
  readonly location: HookFile;
}

/** The hook files of the chosen agents, by path. */
export function wantedFiles(
  job: WiringJob,
  platform: NodeJS.Platform,
): ReadonlyMap<string, WantedFile> {
  const files = new Map<string, WantedFile>();
  for (const agent of hookAgents(job).filter(({ facts }) => facts.entry !== null)) {
    const { location } = agent;
    // agents that share a file share one entry
    const shared = files.get(location.file);
    const { events } = shared ?? { events: new Map<string, WantedItem[]>() };
    files.set(location.file, { location, events });
    if (shared === undefined) addDispatch(events, agent, { job, platform });
    addNative(events, agent, { job, platform });
  }
  return files;
}

/** Events for which any plugin has hooks. */
export function usedEvents({ locked }: Pick<WiringJob, 'locked'>): ReadonlySet<HookEvent> {
  const used = hookEvents.filter((event) =>
    [...locked.values()].some(({ hooks }) => isFilled(hooks?.[event])),
  );
  return new Set(used);
}

/** The chosen agents that call hooks. */
export function hookAgents({ agents, scope }: WiringJob): readonly HookAgent[] {
  return agents.flatMap((agent) => {
    const location = pathsOf(agent, scope).hooks;
    return location === null || agent.facts.hooks === null
      ? []
      : [{ id: agent.id, facts: agent.facts.hooks, location }];
  });
}

interface HookEnvironment {
  readonly job: WiringJob;
  readonly platform: NodeJS.Platform;
}

function addDispatch(
  events: WantedFile['events'],
  { id, facts, location }: HookAgent,
  { job, platform }: HookEnvironment,
): void {
  for (const event of usedEvents(job)) {
    const name = facts.events[event];
    if (name === undefined) continue;
    const inGroup =
      location.shape === 'groups' ||
      (location.shape === 'tool-groups' && toolEvents.includes(event));
    const { program, committed, scope } = job;
    const [item = {}, ...variants] = [program, ...(committed === undefined ? [] : [committed])]
      .flatMap((start) =>
        dispatchEntries({ agent: id, facts, event, program: start, scope }, platform, job.frozen),
      )
      .map((entry) => (inGroup ? { hooks: [entry] } : entry));
    add(events, name, { item, variants });
  }
}

function addNative(
  events: WantedFile['events'],
  { id, location }: HookAgent,
  { job, platform }: HookEnvironment,
): void {
  const { locked, unproven, scope, warn } = job;
  for (const [plugin, { nativeHooks }] of [...locked].sort(by(([key]) => key))) {
    const config = nativeHooks?.[id];
    if (config === undefined) continue;
    const folder =
      scope.kind === 'user'
        ? `${scope.root.replaceAll('\\', '/')}/${pluginFolder(plugin)}`
        : pluginFolder(plugin);
    const items = nativeItems(
      { plugin, agent: id, folder, platform, config },
      location,
      (problem) => {
        warn(`The hooks of ${plugin} for ${id} are not all written: ${problem}.`);
      },
    );
    for (const [event, list] of items)
      for (const item of list)
        add(events, event, { item, variants: [], unproven: unproven?.has(plugin) === true });
  }
}

function add(events: WantedFile['events'], name: string, item: WantedItem): void {
  events.set(name, [...(events.get(name) ?? []), item]);
}

function isFilled(groups: unknown): boolean {
  return Array.isArray(groups) && groups.length > 0;
}
