import type { Pi } from '../pi-api.js';
import type { SessionOptions } from '../../session/session-options.js';
import { filledEntry, readServers } from './read-servers.js';
import type { ConnectedServer } from './connect.js';
import { readingTools, toolsOfServer } from './server-tools.js';

interface SessionEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly warn: (text: string) => void;
}

/** Connects to all tool servers at once, and offers their tools. One that does not start is a warning. Answers the tools that only read. */
export async function useServers(
  pi: Pi,
  options: SessionOptions,
  { env, warn }: SessionEnvironment,
): Promise<ReadonlySet<string>> {
  const entries = readServers(options, warn);
  if (entries.length === 0) return new Set();
  const { connect } = await import('./connect.js');
  const connected: ConnectedServer[] = [];
  await Promise.all(
    entries.map(async (entry) => {
      try {
        connected.push(await connect(filledEntry(entry, env), options.root));
      } catch (error) {
        warn(`The tool server "${entry.name}" did not start: ${(error as Error).message}`);
      }
    }),
  );
  // in the order of the files, whichever was first
  const order = entries.map(({ name }) => name);
  connected.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  pi.on('session_shutdown', async () => {
    await Promise.all(connected.map(({ client }) => client.close().catch(() => undefined)));
    return undefined;
  });
  const names = new Set<string>();
  for (const tool of connected.flatMap(toolsOfServer)) {
    if (names.has(tool.name)) warn(`Two tools have the name ${tool.name}; the first one is used.`);
    else pi.registerTool(tool);
    names.add(tool.name);
  }
  return new Set(connected.flatMap(readingTools));
}
