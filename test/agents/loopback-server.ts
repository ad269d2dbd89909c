import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listening, type Listening } from '../network/listening.js';

/** An HTTP server on a free port of 127.0.0.1, or of another address of loopback. */
export abstract class LoopbackServer {
  #listening: Listening | undefined;

  /** Such as `http://127.0.0.1:4000`. */
  get origin(): string {
    if (this.#listening === undefined) throw new Error('The server does not listen yet.');
    return this.#listening.origin;
  }

  /** Resolves to itself when it listens. */
  async listening(host?: string): Promise<this> {
    const server = createServer((request, response) => {
      this.answer(request, response);
    });
    this.#listening = await listening(server, host);
    return this;
  }

  async stop(): Promise<void> {
    await this.#listening?.close();
  }

  protected abstract answer(request: IncomingMessage, response: ServerResponse): void;
}
