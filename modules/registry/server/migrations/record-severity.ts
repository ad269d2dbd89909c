import type { QueryRunner } from 'typeorm';
import { addColumn, columns, type Migration } from '../../../persistence/contract/db.js';
import { severities } from '../../contract/scanners.js';

/** Existing versions have none. */
export class RecordSeverity1764800000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'registry_versions', {
      name: 'severity',
      spec: columns.oneOf(severities, { nullable: true }),
    });
  }
}
