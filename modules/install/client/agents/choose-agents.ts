import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Context } from 'svc-registry/kernel';
import type { Scope } from '../project/scope.js';
import { moved, type Agents } from './agents.js';

/** Set up where nothing shows which agents a project uses: one that has its own files, and all that share the common ones. */
const WITHOUT_TRACES = ['claude-code', 'agents'];

/** Agents for a scope that names none: the ones whose files are there. */
export async function detectAgents(scope: Scope, agents: Agents): Promise<readonly string[]> {
  const found = [...(await agentTraces(scope, agents)).keys()];
  return found.length > 0 ? found : WITHOUT_TRACES;
}

/** Id of each agent that shows in the scope → the paths that show it. */
export async function agentTraces({ kind, root, moves }: Scope, agents: Agents): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  for (const { id, facts } of agents.all) {
    const traces = kind === 'project' ? facts.traces : facts.userTraces.map((path) => moved(path, moves));
    const there = await existing(root, traces);
    if (there.length > 0) found.set(id, there);
  }
  return found;
}

export interface FirstChoice {
  readonly context: Pick<Context, 'ask' | 'progress'>;
  /** Ask nothing. */
  readonly yes?: boolean | undefined;
}

/** For a scope that names none: a person at a terminal decides, else the same ones are taken and said. */
export async function firstAgents(scope: Scope, agents: Agents, { context, yes }: FirstChoice): Promise<readonly string[]> {
  const initial = await detectAgents(scope, agents);
  if (!context.ask.interactive || yes === true) {
    context.progress.note(await takenText(scope, agents, initial));
    return initial;
  }
  const options = agents.all.map(({ id, facts }) => ({ value: id, label: facts.display }));
  const message = scope.kind === 'project' ? 'Which coding agents does this project use?' : 'Which coding agents do you use?';
  return context.ask.selectMany({ message, flag: '--agent', options, initial });
}

async function takenText(scope: Scope, agents: Agents, taken: readonly string[]): Promise<string> {
  const traces = await agentTraces(scope, agents);
  const names = agents.split(taken).agents.map(({ id, facts }) => `${facts.display} (${[id, ...(traces.get(id) ?? [])].join(', ')})`);
  const why =
    traces.size === 0 ? `Nothing in ${scope.root} shows which coding agents are used` : 'The coding agents that show here are set up';
  const how = traces.size === 0 ? ', so these are set up' : '';
  return `${why}${how}: ${names.join('; ')}. Add others with --agent <id>.`;
}

async function existing(root: string, paths: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    paths.map((path) =>
      access(resolve(root, path)).then(
        () => [path],
        () => [],
      ),
    ),
  );
  return found.flat();
}
