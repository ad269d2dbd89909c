import type { QueryRunner } from 'typeorm';
import { columns, createTable, type Migration } from '../../../persistence/contract/db.js';
import { severities } from '../../../registry/contract/scanners.js';

export class CreateVersionReports1768100000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'review_versions',
      primary: ['version_id'],
      columns: {
        version_id: columns.id(),
        name: columns.text(),
        semver: columns.text(),
        verdict: columns.oneOf(['pass', 'fail', 'error']),
        overall_severity: columns.oneOf(severities, { nullable: true }),
        counts: columns.json(),
        engine: columns.json(),
        report_sha256: columns.text(),
        reviewed_at: columns.instant(),
      },
      indices: [{ columns: ['name'] }],
    });
  }
}
