import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createToolServer, type ToolServerOptions } from './tool-server.js';

/** Serves until stdin ends or the signal comes. */
export async function serveTools(options: ToolServerOptions): Promise<void> {
  const server = createToolServer(options);
  const ended = new Promise<void>((done) => {
    const end = (): void => {
      done();
    };
    // the transport does not notice the end of stdin
    process.stdin.once('end', end).once('close', end);
    options.signal.addEventListener('abort', end);
    server.onclose = end;
  });
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
}
