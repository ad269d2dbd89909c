import { by } from '../../../../toolbox/by.js';
import type { PluginToolServer } from '../../../registry/contract/plugin-format.js';
import type { LockedPlugin } from '../project/lock-file.js';
import { OWN_SERVER } from '../project/tool-server-choice.js';
import { uniqueNames } from './unique-names.js';

/** A plugin's tool server and its name for agents. */
export interface NamedServer {
  readonly name: string;
  /** `<workspace>/<plugin>`. */
  readonly plugin: string;
  readonly server: PluginToolServer;
}

/** One name per server: its own, `<plugin>-<server>` where that clashes, and with the workspace in front where even that does. */
export function nameServers(plugins: ReadonlyMap<string, LockedPlugin>): readonly NamedServer[] {
  const servers = [...plugins].flatMap(([plugin, { toolServers = {} }]) =>
    Object.entries(toolServers).map(([own, server]) => ({ plugin, own, server })),
  );
  const names = uniqueNames(
    servers.map(({ plugin, own }) => namesOf(plugin, own)),
    { reserved: OWN_SERVER },
  );
  return servers
    .map(({ plugin, server }, index) => ({ name: names[index] ?? '', plugin, server }))
    .sort(by(({ name }) => name));
}

function namesOf(plugin: string, own: string): readonly string[] {
  const [workspace = '', short = ''] = plugin.split('/');
  // models see `mcp__<server>__<tool>`, which may contain letters, digits, hyphens and underscores only
  const server = own.replaceAll(/[^\w-]/g, '-');
  // workspaces and plugins have no underscores in their names, so the last form is unambiguous
  return [server, `${short}-${server}`, `${workspace}_${short}_${server}`];
}
