import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../../persistence/contract/db.js';
import { plans, type Plan } from '../contract/plans.js';

/** Plan and credits of an organization. An organization without a row has the plan `unlimited` and has used nothing. */
@Entity('billing_accounts')
export class Account {
  @PrimaryColumn(columns.id()) organizationId!: string;
  @Column(columns.oneOf(plans)) plan!: Plan;
  /** Credits per month; `null` for unlimited. */
  @Column(columns.counter({ nullable: true })) monthlyCredits!: number | null;
  /** Credits added in the current window. */
  @Column(columns.counter()) added!: number;
  /** Credits that ended runs used in the current window. */
  @Column(columns.counter()) used!: number;
  /** Credits of open reservations, regardless of the window they were made in. */
  @Column(columns.counter()) reserved!: number;
  @Column(columns.instant()) windowStart!: Date;
  @Column(columns.boolean()) overageAllowed!: boolean;
  /** In hundredths of a US dollar. */
  @Column(columns.counter({ nullable: true })) monthlyPriceCents!: number | null;
  @Column(columns.counter({ nullable: true })) upgradePriceCents!: number | null;
}

export const entryStates = ['open', 'settled', 'expired'] as const;

/** One line of the ledger: the credits reserved for a run, and their outcome. */
@Entity('billing_entries')
export class LedgerEntry {
  /** Identifies the run, so that it is never charged twice. */
  @PrimaryColumn({ ...columns.text(), nullable: false }) reference!: string;
  @Column(columns.id()) organizationId!: string;
  @Column(columns.oneOf(entryStates)) state!: (typeof entryStates)[number];
  @Column(columns.counter()) reserved!: number;
  /** 0 until it is settled. */
  @Column(columns.counter()) used!: number;
  @Column(columns.instant()) openUntil!: Date;
  @Column(columns.instant()) createdAt!: Date;
  @Column(columns.instant({ nullable: true })) endedAt!: Date | null;
}
