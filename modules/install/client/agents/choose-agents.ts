import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Ask } from 'svc-registry/kernel';
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

/** The same, but a person at a terminal decides. */
export async function askForAgents(scope: Scope, agents: Agents, ask: Ask): Promise<readonly string[]> {
  const initial = await detectAgents(scope, agents);
  if (!ask.interactive) return initial;
  const options = agents.all.map(({ id, facts }) => ({ value: id, label: facts.display }));
  return ask.selectMany({ message: 'Which coding agents does this project use?', flag: '--agent', options, initial });
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
