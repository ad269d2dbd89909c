import { join } from 'node:path';
import type { Ledger } from '../project/ledger.js';
import type { Scope } from '../project/scope.js';
import { isThere } from '../transaction/print.js';
import { placesOf, type Agent } from './agents.js';
import { writtenPlaces } from './written-places.js';

interface Question {
  readonly scope: Scope;
  readonly agents: readonly Agent[];
  /** What was written. */
  readonly ledger: Ledger;
}

/**
 * What to do so that rules reach agents whose instruction file is missing and never made (`AGENTS.md`): one sentence for all of
 * them, none where every agent has its file.
 */
export function instructionSteps({ scope, agents, ledger }: Question): readonly string[] {
  const waiting = agents.flatMap((agent) => {
    const { rules } = placesOf(agent, scope);
    const missing = rules?.create === false && !isThere(join(scope.root, rules.path));
    return missing && writtenPlaces(agent, scope, ledger).rules === null ? [{ name: agent.facts.display, file: rules.path }] : [];
  });
  const [first] = waiting;
  if (first === undefined) return [];
  const names = [...new Set(waiting.map(({ name }) => name))].join(', ');
  return [
    `No rules of plugins reach ${names}: there is no ${first.file} in ${scope.root}, and svc never makes one. Make it (it may be empty), then run \`svc install\`.`,
  ];
}
