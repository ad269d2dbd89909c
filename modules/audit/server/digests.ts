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

/** An organization that is written to all the time has a moment without within so many. */
const ATTEMPTS = 20;
const PAUSE_MS = 50;

/** Writes the digest of every organization's day that is over, one day after the other. */
@injectable()
export class DailyDigests {
  /** The day up to which this process has written all: there is nothing to look for until the next one. */
  private writtenUpTo = '';

  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(AuditLog) private readonly log: AuditLog,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** All that are due. Of two servers that write the same one, one writes nothing. */
  async write(): Promise<void> {
    const today = dayOf(new Date(this.host.clock().getTime() - SETTLED_MS));
    if (this.writtenUpTo === today) return;
    const unfinished: string[] = [];
    await eachOrganization(this.log.organizations(), async (id) => {
      if (!(await this.writeOf(id, today))) unfinished.push(id);
    });
    if (unfinished.length === 0) this.writtenUpTo = today;
  }

  /** Answers whether nothing is left for the next round. */
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

  /** False when the day is written to all the time, or has another event since its lines were read. */
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
    // also of the days between the last one and this, which had none
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
