import { extensionsKey, type Extensions } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { by } from '../../../../toolbox/by.js';
import type {
  PluginToolServer,
  ShownDeclarations,
  ShownPlugin,
} from '../../../registry/contract/index.js';
import { agentsPoint, type AgentFacts } from '../../contract/agents.js';

/** An agent that plugins can be installed for. */
export interface KnownAgent {
  readonly id: string;
  readonly facts: AgentFacts;
}

/** The agents that the server knows, by the names that people know. */
@injectable()
export class KnownAgents {
  readonly all: readonly KnownAgent[];

  constructor(@inject(extensionsKey) extensions: Extensions) {
    this.all = extensions
      .of(agentsPoint)
      .map(({ id, data }) => ({ id, facts: data }))
      .sort(by(({ facts }) => facts.display.toLowerCase()));
  }
}

/** Whether a project's file of the agent takes such a server. */
export function takesServer({ project }: AgentFacts, server: PluginToolServer): boolean {
  return project.toolServers !== null && (server.type === 'stdio' || shapeTakesHttp(project));
}

const shapeTakesHttp = ({ toolServers }: AgentFacts['project']): boolean =>
  toolServers?.shape.http !== null;

/** Whether the agent calls hooks of an event. */
export function callsHook({ project, hooks }: AgentFacts, event: string): boolean {
  const events: Readonly<Record<string, string | undefined>> = hooks?.events ?? {};
  return project.hooks !== null && events[event] !== undefined;
}

/** What of the plugin an agent has no place for in a project. */
export function lackingIn(facts: AgentFacts, { version, declared }: ShownPlugin): string[] {
  const { skills, rules, subagents } = facts.project;
  return [
    ...(version.skills.length > 0 && skills === null ? ['skills'] : []),
    ...(version.rules.length > 0 && rules === null ? ['rules'] : []),
    ...(declared === undefined ? [] : lackingStarts(facts, declared)),
    ...(declared?.subagents === true && subagents === undefined ? ['sub-agents'] : []),
  ];
}

function lackingStarts(facts: AgentFacts, declared: ShownDeclarations): string[] {
  const servers = [...declared.toolServers];
  const untaken = servers.filter(([, server]) => !takesServer(facts, server));
  const events = Object.keys(declared.hooks ?? {});
  const uncalled = events.filter((event) => !callsHook(facts, event));
  return [
    ...partOf(
      'tool servers',
      untaken.map(([name]) => name),
      servers.length,
    ),
    ...partOf('hooks', uncalled, events.length),
  ];
}

/** `hooks` when all are lacking, else which: `hooks (Stop)`. */
function partOf(what: string, lacking: readonly string[], all: number): string[] {
  if (lacking.length === 0) return [];
  return [lacking.length === all ? what : `${what} (${lacking.join(', ')})`];
}
