import type { QueryRunner } from 'typeorm';
import {
  addColumn,
  columns,
  createTable,
  type Migration,
} from '../../../persistence/contract/db.js';
import { severities } from '../../contract/scanners.js';
import { verdictWords } from '../scan/verdict.entity.js';

/** Nothing is known of earlier verdicts: every version is judged again once. */
export class KeepVerdicts1766200000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    const table = 'registry_versions';
    await addColumn(runner, table, { name: 'judged_by', spec: columns.text({ nullable: true }) });
    await runner.query(
      'CREATE INDEX "registry_versions_judged_by" ON "registry_versions" ("judged_by")',
    );
    await createTable(runner, {
      name: 'registry_verdicts',
      columns: {
        id: columns.id(),
        version_id: columns.id(),
        scanner: columns.text(),
        engine: columns.text(),
        ruleset: columns.text(),
        verdict: columns.oneOf(verdictWords),
        severity: columns.oneOf(severities, { nullable: true }),
        blocking: columns.json(),
        public: columns.boolean(),
        judged_at: columns.instant(),
      },
      primary: ['id'],
      indices: [{ columns: ['version_id', 'judged_at'] }],
      foreign: [{ columns: ['version_id'], table, onDelete: 'CASCADE' }],
    });
    await createTable(runner, {
      name: 'registry_rulesets',
      columns: {
        key: columns.text(),
        started_at: columns.instant(),
        seen_at: columns.instant(),
      },
      primary: ['key'],
    });
  }
}
