import type { ManagedFiles } from '../../project/managed-files.js';
import { pathsOf, type Agent } from '../../agents/agents.js';
import { newsOf, type WiringJob } from '../wiring-job.js';
import { isDispatch } from './hook-identity.js';
import { usedEvents } from './wanted-hooks.js';

/** One warning for all agents without hooks, and one for those that have no user-level hooks. */
export function warnOfSkipped(job: WiringJob): void {
  const { agents, known, scope, locked, warn } = job;
  const shared = usedEvents(job).size > 0;
  const brought = new Set(
    [...locked.values()].flatMap(({ nativeHooks = {} }) => Object.keys(nativeHooks)),
  );
  const lacking = agents.filter(
    (agent) => pathsOf(agent, scope).hooks === null && (shared || brought.has(agent.id)),
  );
  const bringing = [...locked].flatMap(([name, { hooks, nativeHooks }]) =>
    hooks === undefined && nativeHooks === undefined ? [] : [name],
  );
  const without = newsOf(job, lacking, bringing);
  const none = without.filter(({ facts }) => facts.hooks === null);
  const notHere = without.filter(({ facts }) => facts.hooks !== null);
  if (none.length > 0)
    warn(
      `The hooks of plugins do nothing in ${namesOf(none)}: svc knows no location for hooks there.`,
    );
  if (notHere.length > 0) {
    const owner = scope.kind === 'user' ? 'the user' : 'a project';
    warn(
      `The hooks of plugins are not written for ${namesOf(notHere)}: svc knows no location for hooks of ${owner} there.`,
    );
  }
  const strange = [...brought].filter((id) => known.every((agent) => agent.id !== id));
  if (strange.length > 0)
    warn(`Plugins bring hooks for agents that no module knows: ${strange.join(', ')}.`);
}

/** The entries with which agents call svc. */
export function dispatchCalls(files: ManagedFiles['hooks']): readonly string[] {
  return [...files].flatMap(([file, events]) =>
    [...events].flatMap(([event, texts]) =>
      texts.filter(isDispatch).map((text) => `${file} ${event} ${text}`),
    ),
  );
}

function namesOf(agents: readonly Agent[]): string {
  return agents.map(({ facts }) => facts.display).join(', ');
}
