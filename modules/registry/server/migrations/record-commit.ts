import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, columns } from '../../../persistence/contract/db.js';

/** Existing versions have none. */
export class RecordCommit1764700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'registry_versions', {
      name: 'commit',
      spec: columns.text({ nullable: true }),
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "registry_versions" DROP COLUMN "commit"');
  }
}
