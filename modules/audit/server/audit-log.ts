import { type Page } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { SelectQueryBuilder } from 'typeorm';
import {
  keyPage,
  onPage,
  pageOf,
  readDatabaseKey,
  type ReadDatabase,
} from '../../persistence/contract/db.js';
import type {
  AuditDigest,
  AuditDigestsInput,
  AuditEvent,
  AuditEventsInput,
} from '../contract/events.js';
import { RemovedDay, StoredDigest, StoredEvent } from './entities.js';
import { endOf, endOfDay, startOf } from './positions.js';
import { digestView, viewOf } from './views.js';

const BATCH = 500;
/** Sorts before every id. */
const NIL = '00000000-0000-0000-0000-000000000000';

/** A range of positions, both inclusive. */
interface Stretch {
  readonly from: string;
  readonly to?: string | undefined;
}

/** Reads the log of an organization. Events of removed days are hidden, even while they are still being deleted. */
@injectable()
export class AuditLog {
  constructor(@inject(readDatabaseKey) private readonly database: ReadDatabase) {}

  async pageFor(organizationId: string, input: AuditEventsInput): Promise<Page<AuditEvent>> {
    const page = keyPage(input);
    const { since, until, actor, operation, object } = input;
    const from =
      [await this.firstKept(organizationId), since === undefined ? '' : startOf(since)]
        .sort()
        .at(-1) ?? '';
    const query = this.query(organizationId, {
      from,
      to: until === undefined ? undefined : endOf(until),
    });
    if (actor !== undefined)
      query.andWhere('(CAST(e.actorId AS text) = :actor OR e.actorName = :actor)', { actor });
    if (operation !== undefined) query.andWhere('e.operation = :operation', { operation });
    if (object !== undefined)
      query.andWhere('(e.objectId = :object OR e.objectName = :object)', { object });
    const rows = await onPage(query, page, { column: 'e.position', descending: true }).getMany();
    const { data, ...cursors } = pageOf(page, rows, ({ position }) => position);
    return { ...cursors, data: data.map(viewOf) };
  }

  async digestsFor(organizationId: string, input: AuditDigestsInput): Promise<Page<AuditDigest>> {
    const page = keyPage(input);
    const query = onPage(this.digests(organizationId), page, { column: 'd.day', descending: true });
    const { data, ...cursors } = pageOf(page, await query.getMany(), ({ day }) => day);
    return { ...cursors, data: data.map(digestView) };
  }

  /** Digests of the closed days, oldest first. */
  closedDays(organizationId: string): Promise<StoredDigest[]> {
    return this.digests(organizationId).orderBy('d.day').getMany();
  }

  /** Oldest first, read in batches. */
  async *events(organizationId: string, { from, to }: Stretch): AsyncGenerator<StoredEvent> {
    let query = this.query(organizationId, { from, to });
    for (;;) {
      const rows = await query.orderBy('e.position').limit(BATCH).getMany();
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < BATCH) return;
      query = this.query(organizationId, { from: last.position, to }).andWhere(
        'e.position > :last',
        { last: last.position },
      );
    }
  }

  firstBehind(organizationId: string, position: string): Promise<StoredEvent | null> {
    return this.query(organizationId, { from: position }).orderBy('e.position').limit(1).getOne();
  }

  /** Ids of organizations with events. Each takes one index look-up, regardless of the number of events. */
  async *organizations(): AsyncGenerator<string> {
    for (let last = NIL; ;) {
      const query = this.database.manager
        .createQueryBuilder(StoredEvent, 'e')
        .select('e.organizationId', 'id');
      const row = await query
        .where('e.organizationId > :last', { last })
        .orderBy('e.organizationId')
        .limit(1)
        .getRawOne<{ id: string }>();
      if (row === undefined) return;
      yield row.id;
      last = row.id;
    }
  }

  /** A position before the first event that has not been removed because of its age. */
  async firstKept(organizationId: string): Promise<string> {
    const [last] = await this.database.manager.find(RemovedDay, {
      where: { organizationId },
      order: { day: 'DESC' },
      take: 1,
    });
    return last === undefined ? '' : endOfDay(last.day);
  }

  private digests(organizationId: string): SelectQueryBuilder<StoredDigest> {
    return this.database.manager
      .createQueryBuilder(StoredDigest, 'd')
      .leftJoinAndMapOne(
        'd.removal',
        RemovedDay,
        'r',
        'r.organizationId = d.organizationId AND r.day = d.day',
      )
      .where('d.organizationId = :organizationId', { organizationId });
  }

  private query(organizationId: string, { from, to }: Stretch): SelectQueryBuilder<StoredEvent> {
    const query = this.database.manager
      .createQueryBuilder(StoredEvent, 'e')
      .where('e.organizationId = :organizationId AND e.position >= :from', {
        organizationId,
        from,
      });
    return to === undefined ? query : query.andWhere('e.position <= :to', { to });
  }
}
