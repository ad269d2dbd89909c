import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { notAvailableYet, type Ask } from 'svc-registry/kernel';
import type { AgentId } from '../../contract/agent-ids.js';
import { availableAgents, factsOf, type AgentFacts } from './agents.js';

/** Throws `not_available_yet` when one of the agents that the user names cannot be set up yet. */
export function assertAvailable(ids: readonly AgentId[]): void {
  const [missing] = ids.filter((id) => factsOf(id) === undefined);
  if (missing === undefined) return;
  const now = availableAgents.map(({ id }) => id).join(', ');
  throw notAvailableYet({ what: `Installing for "${missing}" (agents that can be chosen now: ${now})` });
}

/** The agents of svc.json that can be set up, and the ids of those that cannot yet. */
export function splitAgents(ids: readonly AgentId[]): { agents: readonly AgentFacts[]; missing: readonly AgentId[] } {
  const found = ids.map((id) => [id, factsOf(id)] as const);
  return {
    agents: found.flatMap(([, agent]) => (agent === undefined ? [] : [agent])),
    missing: found.flatMap(([id, agent]) => (agent === undefined ? [id] : [])),
  };
}

/** Agents for a project that names none: the ones whose files are there, else all that are available. */
export async function detectAgents(root: string): Promise<readonly AgentId[]> {
  const found: AgentId[] = [];
  for (const agent of availableAgents) {
    if (await anyExists(root, agent.traces)) found.push(agent.id);
  }
  return found.length > 0 ? found : availableAgents.map(({ id }) => id);
}

/** The same, but a person at a terminal decides. */
export async function askForAgents(root: string, ask: Ask): Promise<readonly AgentId[]> {
  const initial = await detectAgents(root);
  if (!ask.interactive) return initial;
  const options = availableAgents.map(({ id, display }) => ({ value: id, label: display }));
  return ask.selectMany({ message: 'Which coding agents does this project use?', flag: '--agent', options, initial });
}

async function anyExists(root: string, paths: readonly string[]): Promise<boolean> {
  const found = await Promise.all(
    paths.map((path) =>
      access(join(root, path)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true);
}
