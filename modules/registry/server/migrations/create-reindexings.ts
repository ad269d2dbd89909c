import type { QueryRunner } from 'typeorm';
import { runTable } from '../../../jobs/contract/db.js';
import { columns, createTable, type Migration } from '../../../persistence/contract/db.js';

export class CreateReindexings1765900000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      runTable({ name: 'registry_reindexings', columns: { everything: columns.boolean() } }),
    );
  }
}
