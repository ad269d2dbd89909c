import type { QueryRunner } from 'typeorm';
import { runTable } from '../../../jobs/contract/db.js';
import { columns, createTable, type Migration } from '../../../persistence/contract/db.js';

export class CreateScans1764000000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    const scans = runTable({
      name: 'registry_scans',
      columns: { version_id: columns.id(), scanners: columns.json() },
      indices: [{ columns: ['version_id'] }],
      foreign: [{ columns: ['version_id'], table: 'registry_versions', onDelete: 'CASCADE' }],
    });
    await createTable(runner, scans);
  }
}
