import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Context } from 'svc-registry/kernel';
import type { Scope } from '../project/scope.js';
import { moved, type Agents } from './agents.js';

/** Used when a project has no traces of any agent: one with its own files, and the one whose files all others share. */
const WITHOUT_TRACES = ['claude-code', 'agents'];

/** Agents for a scope that names none: those whose files are present. */
export function detectAgents(scope: Scope, agents: Agents): readonly string[] {
  return agentsOf(agentTraces(scope, agents));
}

function agentsOf(traces: Traces): readonly string[] {
  return traces.size > 0 ? [...traces.keys()] : WITHOUT_TRACES;
}

/** Id of each agent with files in the scope → the paths of these files. */
type Traces = ReadonlyMap<string, readonly string[]>;

export function agentTraces({ kind, root, moves }: Scope, agents: Agents): Traces {
  const found = new Map<string, readonly string[]>();
  for (const { id, facts } of agents.all) {
    const traces =
      kind === 'project' ? facts.traces : facts.userTraces.map((path) => moved(path, moves));
    const there = traces.filter((path) => existsSync(resolve(root, path)));
    if (there.length > 0) found.set(id, there);
  }
  return found;
}

interface FirstChoice {
  readonly context: Pick<Context, 'ask' | 'progress'>;
  /** Ask no questions. */
  readonly yes?: boolean | undefined;
}

/** For a scope that names none: a person at a terminal chooses; without a terminal the detected agents are used, with a note. */
export async function firstAgents(
  scope: Scope,
  agents: Agents,
  { context, yes }: FirstChoice,
): Promise<readonly string[]> {
  const traces = agentTraces(scope, agents);
  const initial = agentsOf(traces);
  if (!context.ask.interactive || yes === true) {
    context.progress.note(takenText(scope, agents, traces));
    return initial;
  }
  const options = agents.all.map(({ id, facts }) => ({ value: id, label: facts.display }));
  const message =
    scope.kind === 'project'
      ? 'Which coding agents does this project use?'
      : 'Which coding agents do you use?';
  return context.ask.selectMany({ message, flag: '--agent', options, initial });
}

function takenText(scope: Scope, agents: Agents, traces: Traces): string {
  const names = agents
    .split(agentsOf(traces))
    .agents.map(
      ({ id, facts }) => `${facts.display} (${[id, ...(traces.get(id) ?? [])].join(', ')})`,
    );
  const why =
    traces.size === 0
      ? `Nothing in ${scope.root} shows which coding agents are used`
      : 'The coding agents found here are set up';
  const how = traces.size === 0 ? ', so these are set up' : '';
  return `${why}${how}: ${names.join('; ')}. Add others with --agent <id>.`;
}
