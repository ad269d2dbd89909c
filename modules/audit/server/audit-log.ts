import { serviceKey, type Page } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { SelectQueryBuilder } from 'typeorm';
import { keyPage, onPage, pageOf, readDatabaseKey, type ReadDatabase } from '../../persistence/contract/db.js';
import type { AuditDigest, AuditDigestsInput, AuditEvent, AuditEventsInput } from '../contract/events.js';
import { StoredDigest, StoredEvent } from './entities.js';
import { digestView, lineOf, viewOf } from './views.js';

const BATCH = 500;

export interface Range {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** Behind every position of the moment: ids are hexadecimal. */
const endOf = (until: string): string => `${new Date(until).toISOString()} ~`;

const dayOf = ({ at }: StoredEvent): string => at.toISOString().slice(0, 10);

/** Reads the log of an organization. */
@injectable()
export class AuditLog {
  constructor(@inject(readDatabaseKey) private readonly database: ReadDatabase) {}

  async pageFor(organizationId: string, input: AuditEventsInput): Promise<Page<AuditEvent>> {
    const page = keyPage(input);
    const query = this.query(organizationId, input);
    if (input.actor !== undefined) query.andWhere('(CAST(e.actorId AS text) = :actor OR e.actorName = :actor)', { actor: input.actor });
    if (input.operation !== undefined) query.andWhere('e.operation = :operation', { operation: input.operation });
    if (input.object !== undefined) query.andWhere('(e.objectId = :object OR e.objectName = :object)', { object: input.object });
    const rows = await onPage(query, page, { column: 'e.position', descending: true }).getMany();
    const { data, ...cursors } = pageOf(page, rows, ({ position }) => position);
    return { ...cursors, data: data.map(viewOf) };
  }

  async digestsFor(organizationId: string, input: AuditDigestsInput): Promise<Page<AuditDigest>> {
    const page = keyPage(input);
    const query = this.database.manager
      .createQueryBuilder(StoredDigest, 'd')
      .where('d.organizationId = :organizationId', { organizationId });
    const rows = await onPage(query, page, { column: 'd.day', descending: true }).getMany();
    const { data, ...cursors } = pageOf(page, rows, ({ day }) => day);
    return { ...cursors, data: data.map(digestView) };
  }

  /** Lines of JSON, oldest first; a digest stands behind the last event of its day, if the range has the whole day. */
  async *lines(organizationId: string, range: Range): AsyncGenerator<string> {
    let day: string | undefined;
    for await (const event of this.events(organizationId, range)) {
      if (day !== undefined && day !== dayOf(event)) yield* this.digestLine(organizationId, day, range);
      day = dayOf(event);
      yield lineOf(event);
    }
    if (day !== undefined) yield* this.digestLine(organizationId, day, range);
  }

  /** Oldest first, read in batches. */
  async *events(organizationId: string, range: Range): AsyncGenerator<StoredEvent> {
    for (let last = ''; ;) {
      const query = this.query(organizationId, range).andWhere('e.position > :last', { last });
      const rows = await query.orderBy('e.position').limit(BATCH).getMany();
      yield* rows;
      if (rows.length < BATCH) return;
      last = rows.at(-1)?.position ?? '';
    }
  }

  private async *digestLine(organizationId: string, day: string, { since, until }: Range): AsyncGenerator<string> {
    const cutAtStart = since !== undefined && new Date(since) > new Date(`${day}T00:00:00.000Z`);
    const cutAtEnd = until !== undefined && new Date(until) < new Date(`${day}T23:59:59.999Z`);
    const row = cutAtStart || cutAtEnd ? null : await this.database.manager.findOneBy(StoredDigest, { organizationId, day });
    if (row !== null) yield JSON.stringify(digestView(row));
  }

  private query(organizationId: string, { since, until }: Range): SelectQueryBuilder<StoredEvent> {
    const query = this.database.manager
      .createQueryBuilder(StoredEvent, 'e')
      .where('e.organizationId = :organizationId', { organizationId });
    if (since !== undefined) query.andWhere('e.position >= :since', { since: new Date(since).toISOString() });
    if (until !== undefined) query.andWhere('e.position <= :until', { until: endOf(until) });
    return query;
  }
}

export const auditLogKey = serviceKey<AuditLog>('audit.log');
