import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands where `SVC_URL` leads: it has nothing, and notes with which token it is asked. */
export class RegistryServer {
  /** The bearer token of each request, oldest first; empty for a request without one. */
  readonly tokens: string[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.tokens.push(request.headers.authorization?.replace(/^Bearer /, '') ?? '');
      response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
    });
  }

  /** Starts a server on a free port of 127.0.0.1. */
  static async start(): Promise<RegistryServer> {
    const server = new RegistryServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  /** Such as `http://127.0.0.1:4000`. */
  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
