import { addAbortListener } from 'node:events';
import { Calls } from './calls.js';
import { claimStdout } from './stdio/claim-stdout.js';
import { StdioTransport } from './stdio/stdio-transport.js';
import { createToolServer, type ToolServerOptions } from './tool-server.js';

/** Milliseconds that cancelled calls may take to clean up. */
const STOP_TIME_LIMIT = 5_000;

/** Serves until the client disconnects or the signal aborts; then cancels the remaining calls and waits for them. */
export async function serveTools(options: Omit<ToolServerOptions, 'calls'>): Promise<void> {
  const calls = new Calls();
  calls.surviveCrashes();
  const server = createToolServer({ ...options, calls });
  const closed = new Promise<void>((done) => (server.onclose = done));
  await server.connect(new StdioTransport({ input: process.stdin, output: claimStdout() }));
  addAbortListener(options.signal, () => void server.close());
  await closed;
  await calls.settled(STOP_TIME_LIMIT);
}
