import type { Renderer } from 'svc-registry/kernel';
import type {
  AgentRun,
  ToolServer,
  ToolServerChange,
  ToolServerList,
} from '../contract/results.js';

/** Without `--output json` the agent has printed everything itself. */
export const agentRunText: Renderer<AgentRun> = (run) =>
  run.text === null && run.error === null && run.sessionId === null
    ? ''
    : JSON.stringify(run, null, 2);

const words = { added: 'Added', replaced: 'Replaced', removed: 'Removed' } as const;

export const serverChangeText: Renderer<ToolServerChange> = ({ name, file, change }, style) =>
  `${words[change]} ${style.bold(name)} ${style.dim(`in ${file}`)}`;

function target({ type, command, args, url }: ToolServer): string {
  if (type === 'unknown') return 'neither a command nor an address';
  return url ?? [command, ...args].join(' ');
}

const pairs = (texts: Readonly<Record<string, string>>, sign: string): readonly string[] =>
  Object.entries(texts).map(([name, value]) => `  ${name}${sign}${value}`);

export const serverText: Renderer<ToolServer> = (server, style) =>
  [
    `${style.bold(server.name)} ${style.dim(`${server.scope}, ${server.file}`)}`,
    target(server),
    ...pairs(server.env, '='),
    ...pairs(server.headers, ': '),
  ].join('\n');

export const serversText: Renderer<ToolServerList> = ({ servers }, style) =>
  servers.length === 0
    ? 'No tool servers. `svc agent mcp add` makes one.'
    : style.table(
        ['name', 'scope', 'server'],
        servers.map((server) => [style.bold(server.name), server.scope, target(server)]),
      );
