import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { In } from 'typeorm';
import {
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../persistence/contract/db.js';
import { AuditLog } from './audit-log.js';
import { eachOrganization } from './each-organization.js';
import { RemovedDay, StoredEvent } from './entities.js';
import { dayOf } from './positions.js';
import { keptDays } from './settings.js';

const DAY_MS = 24 * 3_600_000;
/** Rows deleted in one unit: on SQLite all other writes wait for it. */
const BATCH = 500;

/**
 * Removes the events of closed days that are older than `SVC_AUDIT_KEEP_DAYS`. A day is first marked as removed, and
 * only events of such days can be deleted; after a crash, the next run continues from these marks. The digests stay.
 */
@injectable()
export class Retention {
  private removedUpTo: string | undefined;
  private readonly keptDays: number | undefined;

  constructor(
    @inject(AuditLog) private readonly log: AuditLog,
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(hostKey) private readonly host: HostInfo,
  ) {
    this.keptDays = keptDays(host.env);
  }

  async apply(): Promise<void> {
    const now = this.host.clock();
    // without a limit, marked days from a time with a limit may still have events to delete
    const limit =
      this.keptDays === undefined ? '' : dayOf(new Date(now.getTime() - this.keptDays * DAY_MS));
    if (this.removedUpTo === limit) return;
    await eachOrganization(this.log.organizations(), async (id) => {
      await this.putDown(id, { limit, now });
      await this.delete(id);
    });
    this.removedUpTo = limit;
  }

  private async putDown(
    organizationId: string,
    { limit, now }: { limit: string; now: Date },
  ): Promise<void> {
    const days = await this.log.closedDays(organizationId);
    for (const { day } of days.filter((row) => row.day < limit && row.removal == null)) {
      await this.unitOfWork.aside((manager) =>
        manager
          .createQueryBuilder()
          .insert()
          .into(RemovedDay)
          .values({ organizationId, day, removedAt: now })
          .orIgnore()
          .updateEntity(false)
          .execute(),
      );
    }
  }

  private async delete(organizationId: string): Promise<void> {
    const firstKept = await this.log.firstKept(organizationId);
    for (;;) {
      const rows = await this.database.manager
        .createQueryBuilder(StoredEvent, 'e')
        .select('e.id', 'id')
        .where('e.organizationId = :organizationId AND e.position < :firstKept', {
          organizationId,
          firstKept,
        })
        .limit(BATCH)
        .getRawMany<{ id: string }>();
      if (rows.length === 0) return;
      await this.unitOfWork.aside((manager) =>
        manager.delete(StoredEvent, { id: In(rows.map(({ id }) => id)) }),
      );
    }
  }
}
