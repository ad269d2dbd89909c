import { fieldsOf, listOf } from '../../../../toolbox/type-guards.js';
import { shellWord } from '../../../../toolbox/shell-word.js';
import type { PluginToolServer, ShownDeclarations } from '../../../registry/contract/index.js';
import { commandsIn, hookVariables } from '../../contract/hook-commands.js';
import { callsHook, takesServer, type KnownAgent } from './agent-fit.js';

/** Something that starts on the machine of who installs the plugin. */
export interface StartedOnMachine {
  readonly kind: 'tool server' | 'tool server elsewhere' | 'hook';
  readonly name: string;
  /** When a hook is called. */
  readonly when: string;
  /** The command line or the address; several for hooks in an agent's own form. */
  readonly runs: readonly string[];
  /** Environment variables or headers that it is given. */
  readonly given: readonly string[];
  /** The agents that start it. */
  readonly agents: readonly string[];
}

/** Everything that agents start of a plugin: exact, and nothing left out. */
export function startedOnMachine(
  { toolServers, hooks = {}, nativeHooks = {} }: ShownDeclarations,
  agents: readonly KnownAgent[],
): readonly StartedOnMachine[] {
  return [
    ...[...toolServers].map(([name, server]) => serverOf(name, server, agents)),
    ...Object.entries(hooks).flatMap(([event, groups]) => hooksOf(event, groups, agents)),
    ...Object.entries(nativeHooks).map(([id, config]) => nativeOf(id, config, agents)),
  ];
}

const displayed = (agents: readonly KnownAgent[]): readonly string[] =>
  agents.map(({ facts }) => facts.display);

function serverOf(
  name: string,
  server: PluginToolServer,
  agents: readonly KnownAgent[],
): StartedOnMachine {
  const takers = displayed(agents.filter(({ facts }) => takesServer(facts, server)));
  const common = { name, when: '', agents: takers };
  return server.type === 'http'
    ? {
        ...common,
        kind: 'tool server elsewhere',
        runs: [server.url],
        given: Object.entries(server.headers).map(([header, value]) => `${header}: ${value}`),
      }
    : {
        ...common,
        kind: 'tool server',
        runs: [[server.command, ...server.args].map(shellWord).join(' ')],
        given: Object.entries(server.env).map(([variable, value]) => `${variable}=${value}`),
      };
}

function hooksOf(
  event: string,
  groups: unknown,
  agents: readonly KnownAgent[],
): readonly StartedOnMachine[] {
  const callers = displayed(agents.filter(({ facts }) => callsHook(facts, event)));
  return listOf(groups).flatMap((group) => {
    const { matcher, hooks } = fieldsOf(group);
    const when = typeof matcher === 'string' && matcher !== '' ? `for tools: ${matcher}` : '';
    return listOf(hooks).map((hook): StartedOnMachine => {
      const { command, args, env } = fieldsOf(hook);
      // with arguments no shell parses the command, so each is a word of its own
      const words = [String(command), ...listOf(args).map(String)];
      return {
        ...{ kind: 'hook', name: event, when, given: hookVariables(env), agents: callers },
        runs: [args === undefined ? String(command) : words.map(shellWord).join(' ')],
      };
    });
  });
}

function nativeOf(id: string, config: unknown, agents: readonly KnownAgent[]): StartedOnMachine {
  const own = agents.filter((agent) => agent.id === id && agent.facts.project.hooks !== null);
  return {
    kind: 'hook',
    name: own[0]?.facts.display ?? id,
    when: "in the agent's own form",
    runs: commandsIn(config),
    given: [],
    agents: displayed(own),
  };
}
