import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildExtension, extensionsKey, type Services } from 'svc-registry/kernel';
import {
  agentsPoint,
  type AgentBehaviour,
  type AgentFacts,
  type AgentPaths,
  type HomeVariable,
  type ToolServerFile,
} from '../../contract/agents.js';
import { agentNotSetUp, agentUnknown } from '../../contract/errors.js';
import type { Move, Scope } from '../project/scope.js';

/** A coding agent that plugins can be installed for. */
export interface Agent {
  readonly id: string;
  readonly facts: AgentFacts;
  behaviour(): Promise<AgentBehaviour>;
}

/** All agents that modules contribute. */
export class Agents {
  constructor(readonly all: readonly Agent[]) {}

  /** The variables that move what agents read in the home folder, each once. */
  get homeVariables(): readonly HomeVariable[] {
    const variables = this.all.flatMap(({ facts }) => facts.homeVariable ?? []);
    return variables.filter(
      ({ name }, index) => variables.findIndex((other) => other.name === name) === index,
    );
  }

  find(id: string): Agent | undefined {
    return this.all.find((agent) => agent.id === id);
  }

  /** Throws `agent_unknown` when no module knows one of these. */
  assertKnown(ids: readonly string[]): void {
    const unknown = ids.find((id) => this.find(id) === undefined);
    if (unknown !== undefined)
      throw agentUnknown({ agent: unknown, known: this.all.map(({ id }) => id) });
  }

  /** The agents with these ids, and the ids that no module knows. */
  split(ids: readonly string[]): { agents: readonly Agent[]; unknown: readonly string[] } {
    const agents = ids.flatMap((id) => this.find(id) ?? []);
    return { agents, unknown: ids.filter((id) => this.find(id) === undefined) };
  }
}

export function contributedAgents(services: Services): Agents {
  const extensions = services.get(extensionsKey).of(agentsPoint);
  return new Agents(
    extensions.map((extension) => ({
      id: extension.id,
      facts: extension.data,
      behaviour: () => buildExtension(extension),
    })),
  );
}

/** Throws `agent_not_set_up` if a file is missing that one of the agents creates itself. */
export function assertSetUp(agents: readonly Agent[], scope: Scope): void {
  for (const agent of agents) {
    const { needs } = pathsOf(agent, scope);
    if (needs === undefined || existsSync(join(scope.root, needs))) continue;
    throw agentNotSetUp({
      agent: agent.id,
      display: agent.facts.display,
      file: needs,
      root: scope.root,
    });
  }
}

/** What the agent reads in a scope. */
export function pathsOf(
  { facts }: Pick<Agent, 'facts'>,
  { kind, moves }: Pick<Scope, 'kind' | 'moves'>,
): AgentPaths {
  const paths = facts[kind];
  return moves.length === 0 ? paths : movedPaths(paths, moves);
}

/** What the agent reads in a scope, also where an environment variable has moved it from. */
export function allPathsOf(agent: Pick<Agent, 'facts'>, scope: Scope): readonly AgentPaths[] {
  return [pathsOf(agent, scope), agent.facts[scope.kind]];
}

/** The files in which an agent looks for tool servers: the one that it prefers once that exists, and its own. */
export function toolServerFiles(location: ToolServerFile | null): readonly ToolServerFile[] {
  if (location === null) return [];
  const { unless, ...own } = location;
  return unless === undefined ? [own] : [{ ...own, ...unless }, own];
}

function movedPaths(
  { skills, rules, subagents, toolServers, hooks, ...rest }: AgentPaths,
  moves: readonly Move[],
): AgentPaths {
  return {
    ...rest,
    skills: skills === null ? null : moved(skills, moves),
    rules: rules === null ? null : { ...rules, path: moved(rules.path, moves) },
    ...(subagents !== undefined && {
      subagents: { ...subagents, folder: moved(subagents.folder, moves) },
    }),
    toolServers:
      toolServers === null ? null : { ...toolServers, file: moved(toolServers.file, moves) },
    hooks: hooks === null ? null : { ...hooks, file: moved(hooks.file, moves) },
  };
}

/** The actual location of a path in the home folder. */
export function moved(path: string, moves: readonly Move[]): string {
  const move = moves.find(({ from }) => path === from || path.startsWith(`${from}/`));
  return move === undefined ? path : `${move.to}${path.slice(move.from.length)}`;
}
