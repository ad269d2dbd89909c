import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { readDatabaseKey, type ReadDatabase } from '../../persistence/contract/db.js';
import type { AuditExportEnd } from '../contract/events.js';
import { AuditLog } from './audit-log.js';
import { RemovedDay, type StoredDigest } from './entities.js';
import { firstMomentOf, lastMomentOf } from '../format/day-digest.js';
import { endOf, endOfDay, startOf } from './positions.js';
import { digestView, lineOf } from './views.js';

interface Range {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** Instants in UTC can be compared as text. */
const isWhole = (day: string, { since, until }: Range): boolean =>
  (since === undefined || startOf(since) <= firstMomentOf(day)) &&
  (until === undefined || startOf(until) >= lastMomentOf(day));

/** Exports the log of an organization. */
@injectable()
export class AuditExport {
  constructor(
    @inject(AuditLog) private readonly log: AuditLog,
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /**
   * Lines of JSON, oldest first: events, after the last event of each closed day its digest, and finally a summary of
   * the export. The closed days are read first, because no events are added to them while their lines are read.
   */
  async *lines(organizationId: string, range: Range): AsyncGenerator<string> {
    const exported = this.host.clock().toISOString();
    const days = (await this.log.closedDays(organizationId)).filter(({ day }) =>
      isWhole(day, range),
    );
    const to = range.until === undefined ? undefined : endOf(range.until);
    let from = range.since === undefined ? '' : startOf(range.since);
    let events = 0;
    for (const row of days) {
      const end = endOfDay(row.day);
      if (row.removal == null) {
        for await (const event of this.log.events(organizationId, { from, to: end })) {
          events += 1;
          yield lineOf(event);
        }
      }
      row.removal ??= await this.removalOf(row);
      yield JSON.stringify(digestView(row));
      from = end;
    }
    for await (const event of this.log.events(organizationId, { from, to })) {
      events += 1;
      yield lineOf(event);
    }
    const { since = null, until = null } = range;
    const end: AuditExportEnd = {
      exported,
      organization: organizationId,
      since,
      until,
      events,
      digests: days.length,
    };
    yield JSON.stringify(end);
  }

  /** Reads the removal again: the day's events may have been removed since the export began, some before they were read. */
  private removalOf({ organizationId, day }: StoredDigest): Promise<RemovedDay | null> {
    return this.database.manager.findOneBy(RemovedDay, { organizationId, day });
  }
}
