import type { QueryRunner } from 'typeorm';
import { runTable } from '../../../jobs/contract/db.js';
import {
  addColumn,
  columns,
  createTable,
  type Migration,
} from '../../../persistence/contract/db.js';

export class JudgeAgain1766100000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    const table = 'registry_versions';
    const judgedAt = columns.instant({ nullable: true });
    await addColumn(runner, table, { name: 'judged_at', spec: judgedAt });
    await addColumn(runner, table, { name: 'clearance', spec: columns.json({ nullable: true }) });
    const rescans = runTable({
      name: 'registry_rescans',
      columns: { version_id: columns.id(), scanners: columns.json() },
      indices: [{ columns: ['version_id'] }],
      foreign: [{ columns: ['version_id'], table, onDelete: 'CASCADE' }],
    });
    await createTable(runner, rescans);
  }
}
