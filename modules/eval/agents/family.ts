import { agents, families } from './table.js';

/**
 * The family of the model that an agent uses, or that is asked itself; `undefined` where nobody can tell. `agent`: id of an agent, or `model`; `model`: its
 * name, with or without the protocol or the maker before it; `null` for the agent's own default.
 */
export function familyOf(agent: string, model: string | null): string | undefined {
  if (model !== null) return familyOfModel(model);
  return agents.find((entry) => entry.agent === agent)?.family ?? undefined;
}

/** What stands before the last slash may be a protocol that all kinds of models are asked by. */
function familyOfModel(model: string): string | undefined {
  const name = (model.split('/').at(-1) ?? model).toLowerCase();
  return families.find(([, beginnings]) => beginnings.some((each) => name.startsWith(each)))?.[0];
}
