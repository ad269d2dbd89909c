import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runTable } from '../../../jobs/contract/db.js';
import { columns, createTable } from '../../../persistence/contract/db.js';

export class CreateReindexings1765900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(
      runner,
      runTable({ name: 'registry_reindexings', columns: { everything: columns.boolean() } }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('registry_reindexings');
  }
}
