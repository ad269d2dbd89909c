import type { QueryRunner } from 'typeorm';
import { columns, createTable, type Migration } from '../../../persistence/contract/db.js';
import { appendOnly, deletableByDay } from '../append-only.js';

/** Adds the table of days whose events are removed because of their age. Only days with a digest can be removed. */
export class RemoveOldDays1764200000003 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'audit_removed_days',
      columns: {
        organization_id: columns.id(),
        day: columns.text(),
        removed_at: columns.instant(),
      },
      primary: ['organization_id', 'day'],
      foreign: [
        {
          columns: ['organization_id', 'day'],
          table: 'audit_digests',
          references: ['organization_id', 'day'],
        },
      ],
    });
    await appendOnly(runner, 'audit_removed_days');
    await deletableByDay(runner);
  }
}
