import type { QueryRunner } from 'typeorm';
import { runTable } from '../../../jobs/contract/db.js';
import { columns, createTable, type Migration } from '../../../persistence/contract/db.js';
import { severities } from '../../../registry/contract/scanners.js';
import { reviewStatuses } from '../../contract/review-run.machine.js';

export class CreateReviewRuns1768000000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'review_runs',
      columns: {
        id: columns.id(),
        workspace_id: columns.id(),
        organization_id: columns.id(),
        type: columns.oneOf(['quality', 'security']),
        state: columns.oneOf(reviewStatuses),
        version: columns.counter(),
        subject: columns.json(),
        label: columns.text({ nullable: true }),
        fingerprint: columns.text(),
        bundle_sha256: columns.text({ nullable: true }),
        report_sha256: columns.text({ nullable: true }),
        verdict: columns.oneOf(['pass', 'fail', 'error'], { nullable: true }),
        overall_severity: columns.oneOf(severities, { nullable: true }),
        engine: columns.json({ nullable: true }),
        ruleset: columns.text({ nullable: true }),
        model: columns.text({ nullable: true }),
        reused_from: columns.id({ nullable: true }),
        job_id: columns.id({ nullable: true }),
        error: columns.text({ nullable: true }),
        created_at: columns.instant(),
        started_at: columns.instant({ nullable: true }),
        finished_at: columns.instant({ nullable: true }),
      },
      indices: [
        { columns: ['workspace_id', 'created_at', 'id'] },
        { columns: ['workspace_id', 'fingerprint', 'ruleset'] },
      ],
    });
    for (const name of ['review_jobs', 'review_model_jobs'])
      await createTable(runner, runTable({ name, columns: { review_id: columns.id() } }));
  }
}
