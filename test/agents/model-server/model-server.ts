import type { IncomingMessage, ServerResponse } from 'node:http';
import { isRecord } from '../../../toolbox/type-guards.js';
import { LoopbackServer } from '../loopback-server.js';
import { anthropicMessages } from './anthropic.js';
import { geminiContent } from './gemini.js';
import { openaiChat } from './openai-chat.js';
import { openaiResponses } from './openai-responses.js';
import {
  textOf,
  type JsonObject,
  type ModelRequest,
  type Reply,
  type StreamEvent,
  type WireProtocol,
} from './protocol.js';

const PROTOCOLS: readonly WireProtocol[] = [
  anthropicMessages,
  openaiResponses,
  openaiChat,
  geminiContent,
];

/** Decides what the model says to a request. */
export type Mind = (request: ModelRequest) => Reply;

/**
 * A model on loopback that speaks the wire protocols of OpenAI (responses, chat completions), Anthropic (messages) and Google (Gemini),
 * whole and streamed. It says what `mind` decides and keeps every request.
 */
export class ModelServer extends LoopbackServer {
  /** Every request for a reply, oldest first. */
  readonly requests: ModelRequest[] = [];
  /** Requests that no protocol knows, as `METHOD path`. */
  readonly unknown: string[] = [];

  private constructor(private readonly mind: Mind) {
    super();
  }

  static start = (mind: Mind, host?: string): Promise<ModelServer> =>
    new ModelServer(mind).listening(host);

  protected answer(request: IncomingMessage, response: ServerResponse): void {
    void this.#answer(request, response);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const body = await readJson(request);
    for (const protocol of PROTOCOLS) {
      const asked = body && protocol.read(pathname, body);
      const aside = protocol.aside(pathname);
      if (asked !== undefined) this.#reply(protocol, asked, response);
      else if (aside !== undefined) sendJson(response, 200, aside);
      else continue;
      return;
    }
    this.unknown.push(`${request.method ?? ''} ${pathname}`);
    sendJson(response, 404, {
      error: { type: 'not_found_error', message: `Nothing at ${pathname}` },
    });
  }

  #reply(protocol: WireProtocol, asked: ModelRequest, response: ServerResponse): void {
    const id = `${this.requests.push(asked)}`.padStart(6, '0');
    const reply = this.mind(asked);
    if (asked.streaming) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
      response.end(protocol.stream(reply, id).map(eventText).join(''));
    } else {
      sendJson(response, 200, protocol.whole(reply, id));
    }
  }
}

function eventText({ name, data }: StreamEvent): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${textOf(data)}\n\n`;
}

function sendJson(response: ServerResponse, status: number, body: JsonObject): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** The body; `undefined` when it is no JSON object. */
async function readJson(request: IncomingMessage): Promise<JsonObject | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
