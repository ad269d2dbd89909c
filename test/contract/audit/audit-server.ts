import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EntityManager } from 'typeorm';
import type { ModuleDeclaration } from 'svc-registry/kernel';
import {
  listAuditDigests,
  listAuditEvents,
  saveAudit,
  verifyAudit,
} from '../../../modules/audit/contract/operations.js';
import audit from '../../../modules/audit/module.js';
import { DailyDigests } from '../../../modules/audit/server/digests.js';
import { StoredEvent } from '../../../modules/audit/server/entities.js';
import { AuditExport } from '../../../modules/audit/server/export.js';
import { Retention } from '../../../modules/audit/server/retention.js';
import { createWorkspace } from '../../../modules/identity/contract/index.js';
import { Organization } from '../../../modules/identity/server/entities/people.js';
import { unitOfWorkKey } from '../../../modules/persistence/contract/db.js';
import type { DatabaseLocation, TestDatabase } from '../databases.js';
import { startIdentity, type IdentityServer } from '../identity-server.js';

const HOUR_MS = 3_600_000;
const EMAIL = 'ann@example.com';

export interface AuditServerOptions {
  /** Default: a new one, where it founds the organization. */
  readonly location?: DatabaseLocation;
  readonly founds?: boolean;
  readonly modules?: readonly ModuleDeclaration[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A server with the audit log of the organization `acme`, whose admin calls it. */
export class AuditServer {
  private admin = '';
  private exports = 0;

  private constructor(
    readonly server: IdentityServer,
    private readonly folder: string,
  ) {}

  static async start(
    database: TestDatabase,
    { modules = [], founds, ...options }: AuditServerOptions = {},
  ): Promise<AuditServer> {
    const server = await startIdentity(database, {
      ...options,
      modules: [...modules, audit],
      facet: 'both',
    });
    const started = new AuditServer(server, await mkdtemp(join(tmpdir(), 'svc-audit-')));
    if (founds ?? options.location === undefined) await server.firstAdmin(EMAIL, 'acme');
    started.admin = await server.newSession(EMAIL);
    return started;
  }

  async stop(): Promise<void> {
    await this.server.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  get on() {
    return this.server.host.server!;
  }

  /** Sets the clock forward. Sessions end after some days, so the admin signs in again. */
  async later(hours: number): Promise<void> {
    const { clock } = this.server;
    clock.now = new Date(clock.now.getTime() + hours * HOUR_MS);
    this.admin = await this.server.newSession(EMAIL);
  }

  /** Changes something: one event. */
  async change(name: string): Promise<void> {
    await this.on.invoke(createWorkspace, { name }, { token: this.admin });
  }

  async write<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return (await this.on.services('audit')).get(unitOfWorkKey).run(work);
  }

  /** As a server does from time to time; as one that has just started. */
  async closeDays(): Promise<void> {
    await (await this.on.services('audit')).build(DailyDigests).write();
  }

  async removeOld(): Promise<void> {
    await (await this.on.services('audit')).build(Retention).apply();
  }

  /** Oldest first: when, and the name of what was made. */
  async events(): Promise<readonly string[]> {
    const { data } = await this.on.invoke(
      listAuditEvents,
      { organization: 'acme' },
      { token: this.admin },
    );
    return data.map(({ at, object }) => `${at} ${object!.name}`).toReversed();
  }

  /** Oldest first: the day, and how many events it has. */
  async digests(): Promise<readonly string[]> {
    const { data } = await this.on.invoke(
      listAuditDigests,
      { organization: 'acme' },
      { token: this.admin },
    );
    return data
      .map(
        ({ day, events, removedAt }) => `${day} ${events}${removedAt === null ? '' : ' removed'}`,
      )
      .toReversed();
  }

  /** Lines of an export, one after the other. */
  async *exporting(): AsyncGenerator<string> {
    const { id } = await this.write((manager) =>
      manager.findOneByOrFail(Organization, { name: 'acme' }),
    );
    yield* (await this.on.services('audit')).get(AuditExport).lines(id, {});
  }

  /** Exports to a file, and answers its lines. */
  async save(
    range: { readonly since?: string; readonly until?: string } = {},
  ): Promise<readonly string[]> {
    const file = `audit-${(this.exports += 1)}.jsonl`;
    await this.server.host.invoke(
      saveAudit,
      { organization: 'acme', output: file, ...range },
      this.caller,
    );
    return (await readFile(join(this.folder, file), 'utf8')).trimEnd().split('\n');
  }

  /** Compares the server with what was exported last, or with these lines, or this text. */
  async verify(lines?: readonly string[] | string) {
    const text = typeof lines === 'string' ? lines : lines?.map((line) => `${line}\n`).join('');
    if (text !== undefined) await writeFile(join(this.folder, 'other.jsonl'), text);
    const file = text === undefined ? `audit-${this.exports}.jsonl` : 'other.jsonl';
    const { expired, differences } = await this.server.host.invoke(
      verifyAudit,
      { organization: 'acme', file },
      this.caller,
    );
    return { expired, differences };
  }

  private get caller() {
    return { token: this.admin, cwd: this.folder };
  }

  /** Writes many events at once, into the day and the log of the first. */
  async multiply(times: number): Promise<void> {
    await this.write(async (manager) => {
      const [first] = await manager.find(StoredEvent, { order: { position: 'ASC' }, take: 1 });
      for (let begun = 0; begun < times; begun += 500) {
        const rows = Array.from({ length: Math.min(500, times - begun) }, () => {
          const id = crypto.randomUUID();
          return Object.assign(new StoredEvent(), first, {
            id,
            position: `${first!.at.toISOString()} ${id}`,
          });
        });
        await manager.insert(StoredEvent, rows);
      }
    });
  }
}
