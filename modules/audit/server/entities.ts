import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../../persistence/contract/db.js';
import { actorKinds, outcomes } from '../contract/events.js';

const optionalText = columns.text({ nullable: true });

/** One event in an organization's log. */
@Entity('audit_events')
export class StoredEvent {
  @PrimaryColumn(columns.id()) id!: string;
  @Column(columns.id()) organizationId!: string;
  /** Time and id: a unique sort key. */
  @Column(columns.text()) position!: string;
  @Column(columns.instant()) at!: Date;
  @Column(columns.oneOf(actorKinds)) actorKind!: (typeof actorKinds)[number];
  @Column(columns.id()) actorId!: string;
  @Column(columns.text()) actorName!: string;
  @Column(columns.text()) operation!: string;
  @Column(optionalText) objectKind!: string | null;
  @Column(optionalText) objectId!: string | null;
  @Column(optionalText) objectName!: string | null;
  @Column(columns.oneOf(outcomes)) outcome!: (typeof outcomes)[number];
  @Column(optionalText) address!: string | null;
  @Column(optionalText) userAgent!: string | null;
  @Column(optionalText) surface!: 'http' | 'page' | null;
  @Column(optionalText) request!: string | null;
}

/** A day whose events are removed because of their age, or are being removed. */
@Entity('audit_removed_days')
export class RemovedDay {
  @PrimaryColumn(columns.id()) organizationId!: string;
  @PrimaryColumn({ type: 'varchar' }) day!: string;
  @Column(columns.instant()) removedAt!: Date;
}

/** The digest of one organization's day. */
@Entity('audit_digests')
export class StoredDigest {
  @PrimaryColumn(columns.id()) organizationId!: string;
  @PrimaryColumn({ type: 'varchar' }) day!: string;
  @Column(columns.counter()) events!: number;
  @Column(columns.text()) previous!: string;
  @Column(columns.text()) digest!: string;
  /** Filled by queries that join it. */
  removal?: RemovedDay | null;
}
