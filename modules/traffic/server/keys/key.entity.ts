import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../../../persistence/contract/db.js';

/**
 * `begun`: a server carries the request out. `done`: it took effect, which this says in the same transaction.
 * `answered`: the request has ended, its answer is final.
 */
export const keyStates = ['begun', 'done', 'answered'] as const;
export type KeyState = (typeof keyStates)[number];

/** An Idempotency-Key of one caller for one operation, and what became of its request. */
@Entity('traffic_keys')
export class TrafficKey {
  /** Hash of caller, operation and key: the key itself is not kept. */
  @PrimaryColumn({ type: 'varchar' }) id!: string;
  /** Who carries it out: changes with every attempt. */
  @Column(columns.id()) claim!: string;
  @Column(columns.oneOf(keyStates)) state!: KeyState;
  /** Hash of the request's input, keyed with the Idempotency-Key. */
  @Column(columns.text()) request!: string;
  /** Hash of the bytes that were sent along, once they are known. */
  @Column(columns.text({ nullable: true })) upload!: string | null;
  /** JSON; null where it is not kept. */
  @Column(columns.text({ nullable: true })) answer!: string | null;
  @Column(columns.instant()) begunAt!: Date;
  /** After that a repetition takes the request over. */
  @Column(columns.instant()) heldUntil!: Date;
  @Column(columns.instant()) expiresAt!: Date;
}
