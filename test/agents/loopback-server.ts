import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server on a free port of 127.0.0.1. */
export abstract class LoopbackServer {
  readonly #server = createServer((request, response) => {
    this.answer(request, response);
  });

  /** Such as `http://127.0.0.1:4000`. */
  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resolves to itself when it listens. */
  async listening(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  protected abstract answer(request: IncomingMessage, response: ServerResponse): void;
}
