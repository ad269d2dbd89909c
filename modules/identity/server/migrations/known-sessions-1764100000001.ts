import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, columns } from '../../../persistence/contract/db.js';

const added = {
  kind: columns.oneOf(['program', 'page'], { default: 'program' }),
  client: columns.text({ nullable: true }),
  address: columns.text({ nullable: true }),
  last_used_at: columns.instant({ nullable: true }),
};

export class KnownSessions1764100000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [name, spec] of Object.entries(added))
      await addColumn(runner, 'identity_sessions', { name, spec });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of Object.keys(added))
      await runner.query(`ALTER TABLE "identity_sessions" DROP COLUMN "${name}"`);
  }
}
