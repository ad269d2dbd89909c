import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, columns } from '../../../persistence/contract/db.js';
import { severities } from '../../contract/scanners.js';

/** Existing versions have none. */
export class RecordSeverity1764800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'registry_versions', {
      name: 'severity',
      spec: columns.oneOf(severities, { nullable: true }),
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "registry_versions" DROP COLUMN "severity"');
  }
}
