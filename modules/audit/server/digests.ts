import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { hostKey, type BackgroundOptions, type BackgroundWork, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { readDatabaseKey, unitOfWorkKey, type ReadDatabase, type UnitOfWork } from '../../persistence/contract/db.js';
import { digestInput, NO_DIGEST } from '../contract/digest.js';
import { auditLogKey, type AuditLog } from './audit-log.js';
import { StoredDigest, StoredEvent } from './entities.js';
import { lineOf } from './views.js';

const EVERY_MS = 10 * 60_000;
/** What a transaction that began before midnight may take to be committed. */
const GRACE_MS = 3_600_000;

/** Writes the digest of every organization's day that is over. */
@injectable()
export class DailyDigests implements BackgroundWork {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(auditLogKey) private readonly log: AuditLog,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run({ signal }: BackgroundOptions): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.write();
      } catch (err) {
        // the next round tries again; a database that is away for a moment must not end the server
        this.host.log.warn({ err }, 'the digests of the audit log could not be written');
      }
      await setTimeout(EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** All that are due. Of two servers that write the same one, one writes nothing. */
  async write(): Promise<void> {
    const today = new Date(this.host.clock().getTime() - GRACE_MS).toISOString().slice(0, 10);
    const query = this.database.manager.createQueryBuilder(StoredEvent, 'e').select('DISTINCT e.organizationId', 'id');
    for (const { id } of await query.getRawMany<{ id: string }>()) await this.writeOf(id, today);
  }

  private async writeOf(organizationId: string, today: string): Promise<void> {
    const last = await this.database.manager.findOne(StoredDigest, { where: { organizationId }, order: { day: 'DESC' } });
    const since = last === null ? undefined : `${last.day}T23:59:59.999Z`;
    let previous = last?.digest ?? NO_DIGEST;
    let [day, lines]: [string, string[]] = ['', []];
    const end = async (): Promise<void> => {
      if (lines.length === 0) return;
      const digest = createHash('sha256').update(digestInput(previous, lines)).digest('hex');
      await this.insert({ organizationId, day, events: lines.length, previous, digest });
      previous = digest;
    };
    for await (const event of this.log.events(organizationId, { since })) {
      const next = event.at.toISOString().slice(0, 10);
      if (next === last?.day) continue;
      if (next >= today) break;
      if (next !== day) {
        await end();
        [day, lines] = [next, []];
      }
      lines.push(lineOf(event));
    }
    await end();
  }

  private async insert(row: StoredDigest): Promise<void> {
    await this.unitOfWork.aside((manager) =>
      manager.createQueryBuilder().insert().into(StoredDigest).values(row).orIgnore().updateEntity(false).execute(),
    );
  }
}
