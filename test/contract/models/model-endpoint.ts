import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listening, type Listening } from '../../network/listening.js';

export interface Sent {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readonly<Record<string, unknown>>;
}

/** Answers one request. */
export type Answer = (response: ServerResponse) => void;

/** A model's server on loopback that answers what a test tells it to, and keeps what it was sent. */
export class ModelEndpoint {
  readonly sent: Sent[] = [];
  answer: Answer = (response) => response.end();

  private constructor(private readonly server: Listening) {}

  static async start(): Promise<ModelEndpoint> {
    const server = createServer((request, response) => void endpoint.receive(request, response));
    const endpoint = new ModelEndpoint(await listening(server));
    return endpoint;
  }

  get origin(): string {
    return this.server.origin;
  }

  close(): Promise<void> {
    return this.server.close();
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url: path = '', headers } = request;
    const body = JSON.parse(await text(request)) as Sent['body'];
    this.sent.push({ path, headers, body });
    this.answer(response);
  }
}

export const answering =
  (status: number, body: object | string, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

/** How each protocol says the same. */
export interface Dialect {
  readonly model: string;
  readonly baseUrl: (origin: string) => string;
  readonly path: string;
  /** A request's header with the key. */
  readonly keyIn: (headers: Sent['headers']) => unknown;
  /** All texts of a request. */
  readonly textsOf: (body: Sent['body']) => { readonly system: string; readonly user: string };
  readonly prose: (text: string, stop?: string) => object;
  readonly value: (value: unknown) => object;
  readonly refusal: object;
  readonly cutOff: object;
  /** The answer of the provider that the text is too long. */
  readonly tooLong: object;
}

type Message = { readonly role: string; readonly content: string };

const TOKENS = { anthropic: { input_tokens: 11, output_tokens: 7 } } as const;

const message = (content: readonly object[], stop: string): object => ({
  type: 'message',
  role: 'assistant',
  content,
  stop_reason: stop,
  usage: TOKENS.anthropic,
});

const completion = (said: object, stop: string): object => ({
  object: 'chat.completion',
  choices: [
    { index: 0, message: { role: 'assistant', content: null, ...said }, finish_reason: stop },
  ],
  usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
});

export const dialects: readonly Dialect[] = [
  {
    model: 'anthropic/claude-test',
    baseUrl: (origin) => origin,
    path: '/v1/messages',
    keyIn: (headers) => headers['x-api-key'],
    textsOf: (body) => ({
      system: body['system'] as string,
      user: (body['messages'] as Message[])[0]!.content,
    }),
    prose: (text, stop = 'end_turn') => message([{ type: 'text', text }], stop),
    value: (input) => message([{ type: 'tool_use', id: 't', name: 'answer', input }], 'tool_use'),
    refusal: message([], 'refusal'),
    cutOff: message([{ type: 'tool_use', id: 't', name: 'answer', input: {} }], 'max_tokens'),
    tooLong: {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'prompt is too long: 9 tokens > 8 maximum' },
    },
  },
  {
    model: 'openai/gpt-test',
    baseUrl: (origin) => `${origin}/v1/`,
    path: '/v1/chat/completions',
    keyIn: (headers) => headers.authorization?.replace('Bearer ', ''),
    textsOf: (body) => {
      const [system, user] = body['messages'] as Message[];
      return { system: system!.content, user: user!.content };
    },
    prose: (content) => completion({ content }, 'stop'),
    value: (value) => {
      const call = { name: 'answer', arguments: JSON.stringify(value) };
      return completion({ tool_calls: [{ id: 'c', type: 'function', function: call }] }, 'stop');
    },
    refusal: completion({ refusal: 'I cannot help with that.' }, 'stop'),
    cutOff: completion({ content: 'half' }, 'length'),
    tooLong: { error: { code: 'context_length_exceeded', message: 'maximum context length' } },
  },
];
