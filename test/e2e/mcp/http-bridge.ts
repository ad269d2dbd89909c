/** Streamable HTTP for a server that speaks over stdio, for programs that test over HTTP only. Each session has a process of its own. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  StdioClientTransport,
  type StdioServerParameters,
} from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import { listening, type Listening } from '../../network/listening.js';

interface Session {
  readonly http: StreamableHTTPServerTransport;
  readonly stdio: StdioClientTransport;
}

/** The requests of a session that belong to what the server sends: it says so by the token of their progress only. */
class Origins {
  #last: RequestId | undefined;
  readonly #byToken = new Map<unknown, RequestId>();

  note(message: JSONRPCMessage): void {
    if (!isJSONRPCRequest(message)) return;
    this.#last = message.id;
    this.#byToken.set(message.params?._meta?.progressToken, message.id);
  }

  of(message: JSONRPCMessage): { readonly relatedRequestId?: RequestId } {
    if (!('method' in message)) return {};
    const related = this.#byToken.get(message.params?.['progressToken']) ?? this.#last;
    return related === undefined ? {} : { relatedRequestId: related };
  }
}

export class HttpBridge {
  readonly #sessions = new Map<string, Session>();
  #listening: Listening | undefined;

  private constructor(private readonly program: StdioServerParameters) {}

  static async open(program: StdioServerParameters): Promise<HttpBridge> {
    const bridge = new HttpBridge(program);
    bridge.#listening = await listening(
      createServer((request, response) => {
        bridge
          .#answer(request, response)
          .catch((error: unknown) => response.destroy(error as Error));
      }),
    );
    return bridge;
  }

  get url(): string {
    return `${String(this.#listening?.origin)}/mcp`;
  }

  async close(): Promise<void> {
    for (const { stdio } of this.#sessions.values()) await stdio.close();
    await this.#listening?.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? this.#sessions.get(id) : undefined;
    const http = known?.http ?? (await this.#begin());
    await http.handleRequest(request, response);
  }

  async #begin(): Promise<StreamableHTTPServerTransport> {
    const stdio = new StdioClientTransport(this.program);
    const http = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void this.#sessions.set(id, { http, stdio }),
    });
    const origins = new Origins();
    http.onmessage = (message) => {
      origins.note(message);
      void stdio.send(message);
    };
    stdio.onmessage = (message) =>
      void http.send(message, origins.of(message)).catch(() => undefined);
    http.onclose = () => void stdio.close();
    await stdio.start();
    await http.start();
    return http;
  }
}
