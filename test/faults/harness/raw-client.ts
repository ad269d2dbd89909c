import { once } from 'node:events';
import type { RunOptions, Program, Started } from '../../e2e/program.js';

/** A message of the tool server. */
export interface Said {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

const TIME_LIMIT = 30_000;

export const call = (id: string | number, name: string, args: object = {}): object => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  // the first progress says that the call has begun
  params: { name, arguments: args, _meta: { progressToken: `of ${id}` } },
});

export const hello = (protocolVersion = '2025-11-25'): object => ({
  jsonrpc: '2.0',
  id: 'hello',
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'raw', version: '1.0.0' } },
});

/** A client of `svc mcp start` that keeps to no rule: it sends whatever bytes it is told to. */
export class RawClient {
  #taken = 0;

  private constructor(readonly started: Started) {}

  static start(program: Program, options: RunOptions = {}): RawClient {
    return new RawClient(program.start(['mcp', 'start'], options));
  }

  /** One that has sent `initialize` and been answered. */
  static async greeted(
    program: Program,
    { version, ...options }: RunOptions & { readonly version?: string } = {},
  ): Promise<RawClient> {
    const client = RawClient.start(program, options);
    client.send(hello(version), { jsonrpc: '2.0', method: 'notifications/initialized' });
    await client.until((said) => said.some(({ id }) => id === 'hello'));
    client.take();
    return client;
  }

  /** An object becomes a line; text and bytes are sent as they are. */
  send(...parts: readonly (object | string | Buffer)[]): void {
    const { stdin } = this.started.child;
    for (const part of parts) {
      stdin?.write(
        typeof part === 'string' || Buffer.isBuffer(part) ? part : `${JSON.stringify(part)}\n`,
      );
    }
  }

  /** All that stdout has carried: throws unless each line of it is JSON. */
  said(): readonly Said[] {
    const lines = this.started.stdout().split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as Said);
  }

  /** What was said and not yet taken. */
  take(): readonly Said[] {
    const said = this.said().slice(this.#taken);
    this.#taken += said.length;
    return said;
  }

  /** Waits until what stdout has carried is as it should be; throws with all output when that does not come. */
  async until(holds: (said: readonly Said[]) => boolean): Promise<void> {
    const signal = AbortSignal.timeout(TIME_LIMIT);
    try {
      while (!holds(this.said().slice(this.#taken)))
        await once(this.started.child.stdout!, 'data', { signal });
    } catch (error) {
      throw new Error(`stdout: ${this.started.stdout()}\nstderr: ${this.started.stderr()}`, {
        cause: error,
      });
    }
  }

  /** Waits for the answer to a request. */
  async answer(wanted: string | number): Promise<Said> {
    let found: Said | undefined;
    await this.until(
      (said) =>
        (found = said.find(({ id, method }) => id === wanted && method === undefined)) !==
        undefined,
    );
    return found!;
  }

  /** What was said until now: a ping goes last, so that whatever comes late is seen. */
  async everything(): Promise<readonly Said[]> {
    this.send({ jsonrpc: '2.0', id: 'last', method: 'ping' });
    await this.answer('last');
    const said = this.take();
    return said.filter(({ id }) => id !== 'last');
  }

  /** Ends stdin and waits for the end of the process. */
  async close(): Promise<void> {
    this.started.child.stdin?.end();
    await this.started.finished;
  }
}
