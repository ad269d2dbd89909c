import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../../../persistence/contract/db.js';

/**
 * `begun`: a server is executing the request. `done`: its changes are committed; the state is written in the same
 * transaction. `answered`: the request has ended and its answer is final.
 */
export const keyStates = ['begun', 'done', 'answered'] as const;
export type KeyState = (typeof keyStates)[number];

/** An Idempotency-Key of one caller for one operation, and the state of its request. */
@Entity('traffic_keys')
export class TrafficKey {
  /** Hash of caller, operation and key; the key itself is not stored. */
  @PrimaryColumn({ type: 'varchar' }) id!: string;
  /** Identifies the attempt that executes the request; changes with every attempt. */
  @Column(columns.id()) claim!: string;
  @Column(columns.oneOf(keyStates)) state!: KeyState;
  /** Hash of the request's input, keyed with the Idempotency-Key. */
  @Column(columns.text()) request!: string;
  /** Hash of the bytes that were sent along, once they are known. */
  @Column(columns.text({ nullable: true })) upload!: string | null;
  /** JSON; null when the answer is not stored. */
  @Column(columns.text({ nullable: true })) answer!: string | null;
  @Column(columns.instant()) begunAt!: Date;
  /** After this time a repetition may take over the request. */
  @Column(columns.instant()) heldUntil!: Date;
  @Column(columns.instant()) expiresAt!: Date;
}
