import { randomBytes } from 'node:crypto';
import { expect } from '@jest/globals';
import type { TestDatabase } from '../../contract/databases.js';
import { changeRows } from '../../e2e/registry-server.js';
import type { RunOptions, Started } from '../../e2e/program.js';
import { Inbox } from '../../inbox.js';
import { until } from '../../until.js';
import { CrashingRegistry } from './crashing-registry.js';
import { isBrokenConnection } from './ledger.js';
import { rowsOf } from './stored.js';

const LONG_AGO = `'2020-01-01T00:00:00.000Z'`;

type Env = NonNullable<RunOptions['env']>;

export interface MailRow {
  readonly id: string;
  readonly state: string;
  readonly message_id: string;
  readonly letter: string | null;
}

/** A server that mails invitations, its mail server, and the process that delivers: itself on SQLite, else a worker. */
export class MailServer {
  /** Addresses whose invitation was acknowledged. */
  readonly invited = new Set<string>();
  #worker: Started | undefined;
  #count = 0;

  private constructor(
    readonly registry: CrashingRegistry,
    readonly inbox: Inbox,
    private readonly parts: { readonly env: Env; readonly session: string },
  ) {}

  /** Nobody delivers yet, where there is a worker to do it. */
  static async open(database: TestDatabase): Promise<MailServer> {
    const inbox = await Inbox.open();
    const env = {
      ...inbox.env(),
      SVC_SECRET_KEY: randomBytes(32).toString('base64'),
      SVC_PUBLIC_URL: 'https://svc.example.com',
      SVC_RATE_LIMITS: 'all=off',
    };
    const registry = await CrashingRegistry.open(database, { env });
    const { stdout } = await registry.program.run(['auth', 'token']);
    const server = new MailServer(registry, inbox, { env, session: stdout.trim() });
    await registry.kill();
    await server.#serve();
    return server;
  }

  get #alone(): boolean {
    return this.registry.location.engine === 'sqlite';
  }

  /** Invites so many at once. Those whose request broke off may or may not be invited. */
  async invite(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.#invite()));
  }

  async #invite(): Promise<void> {
    this.#count += 1;
    const email = `person-${this.#count}@example.com`;
    const { session } = this.parts;
    const answer = await fetch(`${this.registry.origin}/v1/orgs/main/members`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    }).catch((error: unknown) => {
      if (isBrokenConnection(error)) return undefined;
      throw error;
    });
    if (answer?.ok === true) this.invited.add(email);
    else if (answer !== undefined && answer.status < 500) throw new Error(await answer.text());
  }

  /** Starts the process that delivers. It lives until it is killed, or dies at the fault point that `env` names. */
  async startCarrier(env: Env = {}): Promise<void> {
    // as if the minute of the dead one's leases were over
    await this.#change(`lease_until = ${LONG_AGO} WHERE state = 'running'`);
    if (this.#alone) return this.#serve(env);
    this.#worker = await this.registry.program.work([], { env: { ...this.parts.env, ...env } });
  }

  async killCarrier(): Promise<void> {
    if (this.#alone) return this.registry.kill();
    this.#worker?.child.kill('SIGKILL');
    await this.carrierDied();
  }

  async carrierDied(): Promise<void> {
    await (this.#alone ? this.registry.died() : this.#worker?.finished);
  }

  rows(): Promise<MailRow[]> {
    return rowsOf(this.registry.location, 'SELECT id, state, message_id, letter FROM mail_runs');
  }

  /** Waits until nothing is on its way, and expects that every acknowledged invitation has arrived, and none under two Message-IDs. */
  async judge(): Promise<{ readonly twice: number }> {
    const rows = await until(async () => {
      await this.#endPauses();
      const all = await this.rows();
      return all.every(({ state }) => state !== 'queued' && state !== 'running') && all;
    });
    expect(rows.filter(({ state, letter }) => state !== 'completed' || letter !== null)).toEqual(
      [],
    );
    const { mails } = this.inbox;
    const arrived = new Map(mails.map(({ to, messageId }) => [messageId, to[0]!]));
    expect([...arrived.keys()].sort()).toEqual(rows.map((row) => row.message_id).sort());
    const addresses = [...arrived.values()];
    expect(new Set(addresses).size).toBe(addresses.length);
    expect([...this.invited].filter((email) => !addresses.includes(email))).toEqual([]);
    return { twice: mails.length - arrived.size };
  }

  async close(): Promise<void> {
    await this.registry.close();
    await this.inbox.stop();
  }

  /** As if the pauses between attempts were over. */
  async #endPauses(): Promise<void> {
    await this.#change(`available_at = ${LONG_AGO} WHERE state = 'queued'`);
  }

  async #change(set: string): Promise<void> {
    await changeRows(this.registry.location, `UPDATE mail_runs SET ${set}`);
  }

  async #serve(env: Env = {}): Promise<void> {
    const concurrency = { SVC_JOB_CONCURRENCY: this.#alone ? '2' : '0' };
    await this.registry.start({ ...this.parts.env, ...concurrency, ...env });
  }
}
