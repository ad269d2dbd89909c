import type { DatabaseLocation, TestDatabase } from '../../contract/databases.js';
import type { RunOptions, Server } from '../../e2e/program.js';
import { ADMIN, openRegistryServer, type RegistryServer } from '../../e2e/registry-server.js';
import { installTestModules } from '../../e2e/test-modules.js';
import { isBrokenConnection } from './ledger.js';
import { rowsOf } from './stored.js';

export interface Sent {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** JSON, or the bytes of an archive. */
  readonly body?: object | Uint8Array;
  /** Default: the administrator's; `null` for a stranger. */
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Heard {
  readonly sent: Sent;
  readonly status: number;
  /** `data` of a resource, else the document itself. */
  readonly body: Record<string, unknown>;
  /** Id of the request, as the audit log has it. */
  readonly request: string;
  /** Whether it is the answer of an earlier request with the same Idempotency-Key. */
  readonly repeated: boolean;
}

interface PairOptions {
  readonly env?: NonNullable<RunOptions['env']>;
  readonly modules?: readonly string[];
}

export const isDone = ({ status }: Heard): boolean => status < 300;

/** Two built servers on one database, and everything that they have answered. The administrator of `main` is signed in. */
export class ServerPair {
  readonly heard: Heard[] = [];
  /** Requests that no answer came to. */
  readonly lost: Sent[] = [];
  /** Changes that were made while it was set up. */
  before = 0;

  private constructor(
    private readonly registry: RegistryServer,
    private readonly env: NonNullable<RunOptions['env']>,
    private readonly servers: Server[],
    private admin = '',
  ) {}

  static async open(
    database: TestDatabase,
    { env = {}, modules = [] }: PairOptions = {},
  ): Promise<ServerPair> {
    const create = async (): Promise<DatabaseLocation> => {
      const location = await database.create();
      await installTestModules(location.dataDir, modules);
      return location;
    };
    const registry = await openRegistryServer({ ...database, create }, { env });
    const pair = new ServerPair(registry, env, [
      registry.server,
      await registry.program.serve([], { env }),
    ]);
    pair.before = (await eventsOf(pair)).size;
    pair.admin = await pair.signedIn(ADMIN.email);
    return pair;
  }

  get location(): DatabaseLocation {
    return this.registry.location;
  }

  /** A statement's rows, as they lie in the database. */
  rows<T>(statement: string): Promise<T[]> {
    return rowsOf<T>(this.location, statement);
  }

  /** Runs a command on the servers' machine. */
  svc(...args: readonly string[]): Promise<string> {
    return this.registry.svc(args);
  }

  /** Rejects when the connection breaks. */
  async send(server: number, sent: Sent): Promise<Heard> {
    const { method, path, body, token = this.admin, headers = {} } = sent;
    const bytes = body instanceof Uint8Array;
    const type = bytes ? 'application/gzip' : 'application/json';
    try {
      const response = await fetch(this.servers[server]!.origin + path, {
        method,
        headers: {
          ...headers,
          ...(token !== null && { authorization: `Bearer ${token}` }),
          ...(body && { 'content-type': type }),
        },
        ...(body && { body: bytes ? Buffer.from(body) : JSON.stringify(body) }),
      });
      const text = await response.text();
      const document = (text === '' ? {} : JSON.parse(text)) as { data?: Record<string, unknown> };
      const repeated = response.headers.get('idempotency-replayed') === 'true';
      const request = response.headers.get('x-request-id') ?? '';
      const heard = {
        sent,
        status: response.status,
        body: document.data ?? document,
        request,
        repeated,
      };
      this.heard.push(heard);
      return heard;
    } catch (error) {
      if (isBrokenConnection(error)) this.lost.push(sent);
      throw error;
    }
  }

  /** Sends all of them at once, to the one server and the other in turn. */
  atOnce(all: readonly Sent[]): Promise<Heard[]> {
    return Promise.all(all.map((sent, at) => this.send(at % this.servers.length, sent)));
  }

  /** Sends what must succeed; answers its body. */
  async done<T = Record<string, unknown>>(sent: Sent): Promise<T> {
    const heard = await this.send(0, sent);
    if (!isDone(heard))
      throw new Error(`${sent.method} ${sent.path}: ${heard.status} ${JSON.stringify(heard.body)}`);
    return heard.body as T;
  }

  /** A session of somebody who has an account with the administrator's password. */
  async signedIn(email: string): Promise<string> {
    const body = { email, password: ADMIN.password };
    return (
      await this.done<{ token: string }>({
        method: 'POST',
        path: '/v1/auth/sessions',
        body,
        token: null,
      })
    ).token;
  }

  /** The one-time code of somebody who is invited into `main`. */
  async invited(email: string): Promise<string> {
    const sent = { method: 'POST', path: '/v1/orgs/main/members', body: { email } } as const;
    return (await this.done<{ invitation: { code: string } }>(sent)).invitation.code;
  }

  /** Somebody new in `main`: a session. */
  async newcomer(email: string): Promise<string> {
    const body = { email, code: await this.invited(email), password: ADMIN.password };
    return (
      await this.done<{ token: string }>({
        method: 'POST',
        path: '/v1/auth/codes/redeem',
        body,
        token: null,
      })
    ).token;
  }

  /** As the operating system would end it: nothing is tidied up. */
  async kill(server: number): Promise<void> {
    const { child, finished } = this.servers[server]!;
    child.kill('SIGKILL');
    await finished;
  }

  /** Starts another in the place of one that was killed. */
  async restart(server: number): Promise<void> {
    this.servers[server] = await this.registry.program.serve([], { env: this.env });
  }

  async close(): Promise<void> {
    for (const server of this.servers) await server.stop();
    await this.registry.close();
  }
}

interface Verdict {
  /** Answered with success by callers whose changes are logged, but not written exactly once. */
  readonly notOnce: readonly string[];
  /** Refused, or only read or repeated, and written all the same. */
  readonly ghosts: readonly string[];
  /** Written, and answered to nobody: those whose answers were lost. */
  readonly unheard: number;
}

/** How many events each request has left in the audit log. */
async function eventsOf(pair: Pick<ServerPair, 'rows'>): Promise<Map<string, number>> {
  const rows = await pair.rows<{ request: string; events: string }>(
    `SELECT request, count(*) AS events FROM audit_events WHERE outcome = 'done' AND request IS NOT NULL GROUP BY request`,
  );
  return new Map(rows.map(({ request, events }) => [request, Number(events)]));
}

/** Compares what was answered with the audit log, which is written in the transaction of each change. */
export async function judgeEffects(pair: ServerPair): Promise<Verdict> {
  const written = await eventsOf(pair);
  const [notOnce, ghosts]: [string[], string[]] = [[], []];
  let heard = 0;
  for (const { sent, status, body, request, repeated } of pair.heard) {
    const events = written.get(request) ?? 0;
    const changes = status < 300 && sent.method !== 'GET' && sent.token !== null && !repeated;
    const text = `${sent.method} ${sent.path}: ${status} ${JSON.stringify(body)}, ${events} events`;
    if (changes && events !== 1) notOnce.push(text);
    if (!changes && events > 0) ghosts.push(text);
    if (events > 0) heard += 1;
  }
  return { notOnce, ghosts, unheard: written.size - heard - pair.before };
}
