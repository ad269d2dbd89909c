import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, columns } from '../../../persistence/contract/db.js';

const added = {
  archived_at: columns.instant({ nullable: true }),
  archived_reason: columns.text({ nullable: true }),
};

export class ArchivedWorkspaces1764100000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [name, spec] of Object.entries(added))
      await addColumn(runner, 'identity_workspaces', { name, spec });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(added))
      await runner.query(`ALTER TABLE "identity_workspaces" DROP COLUMN "${name}"`);
  }
}
