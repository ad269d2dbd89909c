import { join } from 'node:path';
import type { ToolServerFile } from '../../contract/agents.js';
import type { AgentSetup } from '../../contract/results.js';
import type { Scope } from '../project/scope.js';
import { isThere } from '../transaction/file-entry.js';
import { pathsOf, type Agent, type Agents } from './agents.js';

interface Question {
  readonly scope: Scope;
  readonly chosen: readonly Agent[];
  readonly known: Agents;
  /** Id of an agent → the paths that showed it before anything was written. */
  readonly traces: ReadonlyMap<string, readonly string[]>;
  readonly written: readonly string[];
}

/** One setup per agent: the chosen ones, then those that only left traces and read something that no chosen agent reads. */
export function agentSetups({
  scope,
  chosen,
  known,
  traces,
  written,
}: Question): readonly AgentSetup[] {
  const served = new Set(chosen.flatMap((agent) => Object.values(pathsAt(agent, scope))));
  const lacks = (agent: Agent): boolean =>
    Object.values(pathsAt(agent, scope)).some(
      (location) => location !== null && !served.has(location),
    );
  const others = known.all.filter(
    (agent) => traces.has(agent.id) && !chosen.includes(agent) && lacks(agent),
  );
  return [...chosen, ...others].map((agent) => {
    const paths = pathsAt(agent, scope);
    const isChosen = chosen.includes(agent);
    const { subagents } = pathsOf(agent, scope);
    const read = [...Object.values(paths), subagents?.folder ?? null].filter(
      (path) => path !== null,
    );
    return {
      id: agent.id,
      name: agent.facts.display,
      chosen: isChosen,
      detected: [...(traces.get(agent.id) ?? [])],
      written: isChosen
        ? written.filter((path) =>
            read.some((location) => path === location || path.startsWith(`${location}/`)),
          )
        : [],
      ...paths,
    };
  });
}

type Paths = Pick<AgentSetup, 'skills' | 'rules' | 'toolServers' | 'hooks'>;

function pathsAt(agent: Agent, scope: Scope): Paths {
  const { skills, rules, toolServers, hooks } = pathsOf(agent, scope);
  return {
    skills,
    rules: rules?.path ?? null,
    toolServers: serverFile(toolServers, scope),
    hooks: hooks?.file ?? null,
  };
}

function serverFile(location: ToolServerFile | null, { root }: Scope): string | null {
  if (location === null) return null;
  const { file, unless } = location;
  return unless !== undefined && isThere(join(root, unless.file)) ? unless.file : file;
}

const kinds: Readonly<Record<keyof Paths, string>> = {
  skills: 'skills',
  rules: 'rules',
  toolServers: 'tool servers',
  hooks: 'hooks',
};

/** One sentence on everything that the chosen agents lack; `undefined` if they lack nothing. */
export function lackingText(setups: readonly AgentSetup[]): string | undefined {
  const lacking = (Object.entries(kinds) as [keyof Paths, string][]).flatMap(([kind, what]) => {
    const names = setups
      .filter((setup) => setup.chosen && setup[kind] === null)
      .map(({ name }) => name);
    return names.length === 0 ? [] : [`${what} in ${names.join(', ')}`];
  });
  return lacking.length === 0
    ? undefined
    : `svc knows no location for ${lacking.join('; ')}: those of plugins are left out there.`;
}
