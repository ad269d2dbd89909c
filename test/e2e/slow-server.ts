import { createServer, type Server } from 'node:http';

/** Passes everything on, but of an archive no more than its first byte. */
export async function startSlowServer(origin: string, reached: () => void): Promise<Server> {
  const server = createServer((request, response) => {
    void fetch(origin + String(request.url)).then(async (answer) => {
      const body = Buffer.from(await answer.arrayBuffer());
      response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
      if (request.url?.endsWith('/archive') !== true) return void response.end(body);
      response.write(body.subarray(0, 1));
      reached();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}
