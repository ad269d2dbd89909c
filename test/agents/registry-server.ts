import type { IncomingMessage, ServerResponse } from 'node:http';
import { LoopbackServer } from './loopback-server.js';

/** Stands where `SVC_URL` leads: it has nothing, and notes with which token it is asked. */
export class RegistryServer extends LoopbackServer {
  /** The bearer token of each request, oldest first; empty for a request without one. */
  readonly tokens: string[] = [];

  static start = (): Promise<RegistryServer> => new RegistryServer().listening();

  protected answer(request: IncomingMessage, response: ServerResponse): void {
    this.tokens.push(request.headers.authorization?.replace(/^Bearer /, '') ?? '');
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  }
}
