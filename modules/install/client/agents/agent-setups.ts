import { join } from 'node:path';
import type { ToolServerFile } from '../../contract/agents.js';
import type { AgentSetup } from '../../contract/results.js';
import type { Scope } from '../project/scope.js';
import { isThere } from '../transaction/file-entry.js';
import { placesOf, type Agent, type Agents } from './agents.js';

interface Question {
  readonly scope: Scope;
  readonly chosen: readonly Agent[];
  readonly known: Agents;
  /** Id of an agent → the paths that showed it before anything was written. */
  readonly traces: ReadonlyMap<string, readonly string[]>;
  readonly written: readonly string[];
}

/** Agent by agent: the chosen ones, then those of which there are only traces, and which read something that no chosen one does. */
export function agentSetups({
  scope,
  chosen,
  known,
  traces,
  written,
}: Question): readonly AgentSetup[] {
  const served = new Set(chosen.flatMap((agent) => Object.values(placesAt(agent, scope))));
  const lacks = (agent: Agent): boolean =>
    Object.values(placesAt(agent, scope)).some((place) => place !== null && !served.has(place));
  const others = known.all.filter(
    (agent) => traces.has(agent.id) && !chosen.includes(agent) && lacks(agent),
  );
  return [...chosen, ...others].map((agent) => {
    const places = placesAt(agent, scope);
    const isChosen = chosen.includes(agent);
    const read = Object.values(places).filter((path) => path !== null);
    return {
      id: agent.id,
      name: agent.facts.display,
      chosen: isChosen,
      detected: [...(traces.get(agent.id) ?? [])],
      written: isChosen
        ? written.filter((path) =>
            read.some((place) => path === place || path.startsWith(`${place}/`)),
          )
        : [],
      ...places,
    };
  });
}

type Places = Pick<AgentSetup, 'skills' | 'rules' | 'toolServers' | 'hooks'>;

function placesAt(agent: Agent, scope: Scope): Places {
  const { skills, rules, toolServers, hooks } = placesOf(agent, scope);
  return {
    skills,
    rules: rules?.path ?? null,
    toolServers: serverFile(toolServers, scope),
    hooks: hooks?.file ?? null,
  };
}

function serverFile(place: ToolServerFile | null, { root }: Scope): string | null {
  if (place === null) return null;
  const { file, unless } = place;
  return unless !== undefined && isThere(join(root, unless.file)) ? unless.file : file;
}

const kinds: Readonly<Record<keyof Places, string>> = {
  skills: 'skills',
  rules: 'rules',
  toolServers: 'tool servers',
  hooks: 'hooks',
};

/** One sentence about everything that chosen agents lack; `undefined` where they lack nothing. */
export function lackingText(setups: readonly AgentSetup[]): string | undefined {
  const lacking = (Object.entries(kinds) as [keyof Places, string][]).flatMap(([kind, what]) => {
    const names = setups
      .filter((setup) => setup.chosen && setup[kind] === null)
      .map(({ name }) => name);
    return names.length === 0 ? [] : [`${what} in ${names.join(', ')}`];
  });
  return lacking.length === 0
    ? undefined
    : `No place is known for ${lacking.join('; ')}: what plugins bring of that is left out there.`;
}
