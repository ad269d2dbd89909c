import { addAbortListener } from 'node:events';
import { Calls } from './calls.js';
import { claimStdout } from './stdio/claim-stdout.js';
import { StdioTransport } from './stdio/stdio-transport.js';
import { createToolServer, type ToolServerOptions } from './tool-server.js';

/** How long, in milliseconds, calls that were told to stop may take to put things back. */
const PATIENCE = 5_000;

/** Serves until the client has gone or the signal comes; then no call is left under way. */
export async function serveTools(options: Omit<ToolServerOptions, 'calls'>): Promise<void> {
  const calls = new Calls();
  calls.surviveCrashes();
  const server = createToolServer({ ...options, calls });
  const closed = new Promise<void>((done) => (server.onclose = done));
  await server.connect(new StdioTransport({ input: process.stdin, output: claimStdout() }));
  addAbortListener(options.signal, () => void server.close());
  await closed;
  await calls.settled(PATIENCE);
}
