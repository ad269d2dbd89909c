import { setTimeout } from 'node:timers/promises';
import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { Between, type EntityManager } from 'typeorm';
import {
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../persistence/contract/db.js';
import { DayDigest, NO_DIGEST, SETTLED_MS } from '../format/day-digest.js';
import { AuditLog } from './audit-log.js';
import { keepWritersOut, newestDigest } from './closed-days.js';
import { eachOrganization } from './each-organization.js';
import { StoredDigest, StoredEvent } from './entities.js';
import { dayOf, endOfDay } from './positions.js';
import { lineOf } from './views.js';

/** Even an organization with constant writes has a free moment within this many attempts. */
const ATTEMPTS = 20;
const PAUSE_MS = 50;

/** Writes the digests of every organization's past days, in order. */
@injectable()
export class DailyDigests {
  /** This process has written all digests before this day and need not look again until the next day. */
  private writtenUpTo = '';

  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(AuditLog) private readonly log: AuditLog,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** Writes all due digests. If two servers write the same one, the second write is ignored. */
  async write(): Promise<void> {
    const today = dayOf(new Date(this.host.clock().getTime() - SETTLED_MS));
    if (this.writtenUpTo === today) return;
    const unfinished: string[] = [];
    await eachOrganization(this.log.organizations(), async (id) => {
      if (!(await this.writeOf(id, today))) unfinished.push(id);
    });
    if (unfinished.length === 0) this.writtenUpTo = today;
  }

  /** Returns whether all digests of the organization are written. */
  private async writeOf(organizationId: string, today: string): Promise<boolean> {
    let last = await newestDigest(this.database.manager, organizationId);
    for (;;) {
      const after = last === null ? '' : endOfDay(last.day);
      const next = await this.log.firstBehind(organizationId, after);
      if (next === null || dayOf(next.at) >= today) return true;
      const digest = await this.digestOf(dayOf(next.at), organizationId, last?.digest ?? NO_DIGEST);
      if (!(await this.keep(digest, after))) return false;
      last = digest;
    }
  }

  private async digestOf(
    day: string,
    organizationId: string,
    previous: string,
  ): Promise<StoredDigest> {
    const digest = new DayDigest(previous);
    for await (const event of this.log.events(organizationId, { from: day, to: endOfDay(day) }))
      digest.add(lineOf(event));
    return { organizationId, day, previous, events: digest.events, digest: digest.end() };
  }

  /** False when writers keep the log busy, or an event was added since the lines were read. */
  private async keep(digest: StoredDigest, after: string): Promise<boolean> {
    for (let attempt = 1; ; attempt += 1) {
      const result = await this.unitOfWork.aside((manager) => this.close(manager, digest, after));
      if (result !== 'busy') return result === 'closed';
      if (attempt === ATTEMPTS) return false;
      await setTimeout(PAUSE_MS);
    }
  }

  private async close(
    manager: EntityManager,
    row: StoredDigest,
    after: string,
  ): Promise<'closed' | 'busy' | 'grown'> {
    const { organizationId, day, events } = row;
    if (!(await keepWritersOut(manager, organizationId))) return 'busy';
    // includes the days since the previous digest, which had no events when the lines were read
    const present = await manager.countBy(StoredEvent, {
      organizationId,
      position: Between(after, endOfDay(day)),
    });
    if (present !== events) return 'grown';
    await manager
      .createQueryBuilder()
      .insert()
      .into(StoredDigest)
      .values(row)
      .orIgnore()
      .updateEntity(false)
      .execute();
    return 'closed';
  }
}
