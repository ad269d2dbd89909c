import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface Asked {
  /** Method and path, without the query. */
  readonly line: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

type Answer = object | Uint8Array;

/** Speaks the server's side of the protocol: answers by method and path, and writes down what it is asked. */
export class EvalServer {
  asked: Asked[] = [];
  /** Later ones come first. `status` of an answer is that of the response; several answers are given one after the other, the last one for good. */
  readonly #answers = new Map<string, Answer[]>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<EvalServer> {
    const server = createServer((request, response) => {
      void buffer(request).then((body) => {
        const url = new URL(request.url ?? '', 'http://localhost');
        const line = `${request.method ?? ''} ${decodeURIComponent(url.pathname)}`;
        own.asked.push({ line, body, query: Object.fromEntries(url.searchParams) });
        const answer = own.#next(line);
        const isFile = answer instanceof Uint8Array;
        response.statusCode = !isFile && 'status' in answer ? Number(answer.status) : 200;
        const type = response.statusCode < 400 ? 'json' : 'problem+json';
        response.setHeader('content-type', isFile ? 'application/gzip' : `application/${type}`);
        response.end(isFile ? answer : JSON.stringify(answer));
      });
    });
    const own = new EvalServer(server);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return own;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Of `POST /experimental/x`: what is answered under `data`. */
  data(line: string, ...values: readonly object[]): void {
    this.answer(line, ...values.map((data) => ({ data })));
  }

  answer(line: string, ...answers: readonly Answer[]): void {
    this.#answers.set(line, [...answers]);
  }

  /** A refusal as the server sends it. */
  refuse(line: string, problem: { code: string; status: number; detail: string }): void {
    this.answer(line, { title: 'Refused', exit: 7, ...problem });
  }

  /** The requests to a route. */
  to(line: string): readonly Asked[] {
    return this.asked.filter((request) => request.line === line);
  }

  json(line: string): unknown {
    return JSON.parse(String(this.to(line).at(-1)?.body));
  }

  reset(): void {
    this.asked = [];
    this.#answers.clear();
  }

  close(): void {
    this.server.close();
  }

  #next(line: string): Answer {
    const answers = this.#answers.get(line) ?? [];
    return (answers.length > 1 ? answers.shift() : answers[0]) ?? { status: 404, code: 'no_route' };
  }
}
