import { by } from '../../../../toolbox/by.js';
import type { PluginToolServer } from '../../../registry/contract/plugin-format.js';
import type { LockedPlugin } from '../project/lock-file.js';

/** A plugin's tool server and its name for agents. */
export interface NamedServer {
  readonly name: string;
  /** `<workspace>/<plugin>`. */
  readonly plugin: string;
  readonly server: PluginToolServer;
}

/** The name of svc's own tool server. */
export const OWN_SERVER = 'svc';

interface Candidate extends Omit<NamedServer, 'name'> {
  /** From the shortest to one that is unique to the plugin. */
  readonly names: readonly string[];
}

/**
 * One name per server: its own, `<plugin>-<server>` where that clashes, and with the workspace in front where even that does.
 * The names depend on what is installed, never on the order of installing.
 */
export function nameServers(plugins: ReadonlyMap<string, LockedPlugin>): readonly NamedServer[] {
  const candidates = [...plugins].flatMap(([plugin, { toolServers = {} }]) =>
    Object.entries(toolServers).map(([own, server]) => ({
      plugin,
      server,
      names: namesOf(plugin, own),
    })),
  );
  const named = withoutClashes(candidates.map((candidate) => ({ candidate, length: 0 })));
  return named.sort(by(({ name }) => name));
}

function namesOf(plugin: string, own: string): readonly string[] {
  const [workspace = '', short = ''] = plugin.split('/');
  const server = identifier(own);
  // workspaces and plugins have no underscores in their names, so the last form is unambiguous
  return [server, `${short}-${server}`, `${workspace}_${short}_${server}`];
}

/** Models see `mcp__<server>__<tool>`, which may contain letters, digits, hyphens and underscores only. */
function identifier(name: string): string {
  return name.replaceAll(/[^\w-]/g, '-');
}

interface Attempt {
  readonly candidate: Candidate;
  /** Index of the name in use. */
  readonly length: number;
}

function withoutClashes(attempts: readonly Attempt[]): NamedServer[] {
  const names = attempts.map(({ candidate, length }) => candidate.names[length] ?? '');
  const longer = attempts.map((attempt, index) => {
    const { candidate, length } = attempt;
    const name = names[index];
    const clashes = name === OWN_SERVER || names.filter((other) => other === name).length > 1;
    return clashes && length < candidate.names.length - 1
      ? { candidate, length: length + 1 }
      : attempt;
  });
  if (longer.some((attempt, index) => attempt !== attempts[index])) return withoutClashes(longer);
  return attempts.map(({ candidate: { plugin, server } }, index) => ({
    name: names[index] ?? '',
    plugin,
    server,
  }));
}
