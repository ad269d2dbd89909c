import type { HookFile } from '../../../contract/agents.js';
import type { HookEvent } from '../../../contract/hook-events.js';
import { allPathsOf } from '../../agents/agents.js';
import type { ManagedFiles } from '../../project/managed-files.js';
import { removeWholeFile, writeWholeFile, type WholeFile } from '../whole-file.js';
import type { WiringJob } from '../wiring-job.js';
import { commandIn, dispatchWords } from './dispatch-entry.js';
import { opencodeModule } from './opencode-module.js';
import { hookAgents, usedEvents } from './wanted-hooks.js';

type Records = ManagedFiles['hooks'];
type HookAgent = ReturnType<typeof hookAgents>[number];

/** A file of svc's that calls hooks. */
interface HookScript extends WholeFile {
  /** The agent's name of each event that it calls hooks for → the call, for the lock. */
  readonly calls: ReadonlyMap<string, string>;
}

/** Whether an agent has files of hooks in place of entries. */
export function isScript({ shape }: HookFile): boolean {
  return shape === 'module' || shape === 'executables';
}

/** Whether the path is a file that svc writes for the agent. `events`: the agent's names of events. */
export function isScriptPath(
  { file, shape }: HookFile,
  path: string,
  events: readonly string[],
): boolean {
  return shape === 'module' ? path === file : events.some((event) => path === `${file}/${event}`);
}

/** Writes the files of agents that have hooks as programs of their own, and removes those that are no longer needed. Returns the records. */
export async function writeHookScripts(job: WiringJob): Promise<Records> {
  const wanted = new Map(hookAgents(job).flatMap((agent) => scriptsOf(job, agent)).map(keyed));
  for (const [path, record] of recordedScripts(job))
    if (!wanted.has(path) && record !== undefined) await removeWholeFile(job, path, record);
  const written = new Map<string, ReadonlyMap<string, readonly string[]>>();
  for (const [path, script] of wanted) {
    const before = job.before.hooks.get(path);
    const hash = await writeWholeFile(job, script, hashIn(before));
    if (hash !== undefined) written.set(path, recordsOf(script, hash));
  }
  return written;
}

/** The records of such files, of all known agents. */
export function recordedScripts({
  known,
  scope,
  before,
}: Pick<WiringJob, 'known' | 'scope' | 'before'>): ReadonlyMap<string, string | undefined> {
  const agents = known.flatMap((agent) => {
    const events = Object.values(agent.facts.hooks?.events ?? {});
    return allPathsOf(agent, scope).flatMap(({ hooks }) =>
      hooks !== null && isScript(hooks) ? [{ hooks, events }] : [],
    );
  });
  const ours = [...before.hooks].filter(([path]) =>
    agents.some(({ hooks, events }) => isScriptPath(hooks, path, events)),
  );
  return new Map(ours.map(([path, records]) => [path, hashIn(records)]));
}

const keyed = (script: HookScript): readonly [string, HookScript] => [script.path, script];

function scriptsOf(job: WiringJob, agent: HookAgent): readonly HookScript[] {
  const { location, facts } = agent;
  if (!isScript(location)) return [];
  const events = [...usedEvents(job)].flatMap((event) => {
    const name = facts.events[event];
    return name === undefined ? [] : [{ event, name }];
  });
  if (events.length === 0) return [];
  return location.shape === 'module'
    ? [moduleOf(job, agent, events)]
    : events.map((each) => executableOf(job, agent, each));
}

interface NamedEvent {
  readonly event: HookEvent;
  /** The agent's name. */
  readonly name: string;
}

function moduleOf(
  job: WiringJob,
  { id, location }: HookAgent,
  events: readonly NamedEvent[],
): HookScript {
  const call = (event: HookEvent): readonly string[] =>
    dispatchWords({ agent: id, event, program: job.program, scope: job.scope });
  const calls = new Map(events.map(({ event }) => [event, call(event)]));
  return {
    path: location.file,
    text: opencodeModule(calls),
    calls: new Map(events.map(({ event, name }) => [name, call(event).join(' ')])),
  };
}

function executableOf(
  { program, scope }: WiringJob,
  { id, facts, location }: HookAgent,
  { event, name }: NamedEvent,
): HookScript {
  const call = commandIn('posix', { agent: id, facts, event, program, scope });
  return {
    path: `${location.file}/${name}`,
    text: `#!/bin/sh\n# Written by \`svc install\`: runs the hooks of plugins.\n${call}\n`,
    mode: 0o755,
    calls: new Map([[name, call]]),
  };
}

/** Like an entry of another agent: what is called, and beside it the hash of the file. */
function recordsOf(
  { calls }: HookScript,
  integrity: string,
): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...calls].map(([name, command]) => [name, [JSON.stringify({ command, integrity })]]),
  );
}

function hashIn(records: ReadonlyMap<string, readonly string[]> | undefined): string | undefined {
  const [text] = [...(records?.values() ?? [])].flat();
  const { integrity } = JSON.parse(text ?? '{}') as { integrity?: unknown };
  return typeof integrity === 'string' ? integrity : undefined;
}
