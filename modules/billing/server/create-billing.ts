import type { QueryRunner } from 'typeorm';
import {
  columns,
  createTable,
  type TableSpec,
  type Migration,
} from '../../persistence/contract/db.js';
import { plans } from '../contract/plans.js';
import { entryStates } from './entities.js';

const accounts: TableSpec = {
  name: 'billing_accounts',
  columns: {
    organization_id: columns.id(),
    plan: columns.oneOf(plans),
    monthly_credits: columns.counter({ nullable: true }),
    added: columns.counter(),
    used: columns.counter(),
    reserved: columns.counter(),
    window_start: columns.instant(),
    overage_allowed: columns.boolean(),
    monthly_price_cents: columns.counter({ nullable: true }),
    upgrade_price_cents: columns.counter({ nullable: true }),
  },
  primary: ['organization_id'],
  checks: ['"used" >= 0', '"reserved" >= 0', '"added" >= 0'],
};

const entries: TableSpec = {
  name: 'billing_entries',
  columns: {
    reference: columns.text(),
    organization_id: columns.id(),
    state: columns.oneOf(entryStates),
    reserved: columns.counter(),
    used: columns.counter(),
    open_until: columns.instant(),
    created_at: columns.instant(),
    ended_at: columns.instant({ nullable: true }),
  },
  primary: ['reference'],
  indices: [{ columns: ['organization_id', 'open_until'], where: `"state" = 'open'` }],
  foreign: [
    { columns: ['organization_id'], table: 'billing_accounts', references: ['organization_id'] },
  ],
};

export class CreateBilling1764900000001 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of [accounts, entries]) await createTable(runner, table);
  }
}
