import type { QueryRunner } from 'typeorm';
import { runTable } from '../../../jobs/contract/db.js';
import { columns, createTable, type Migration } from '../../../persistence/contract/db.js';
import { severities } from '../../../registry/contract/scanners.js';
import { reviewTypes } from '../../contract/review-run-view.js';
import { reviewStatuses } from '../../contract/review-run.machine.js';

const JOB_TABLES = [
  'review_jobs',
  'review_model_jobs',
  'review_quality_jobs',
  'review_version_quality_jobs',
  'review_judge_jobs',
  'review_fix_jobs',
  'review_model_fix_jobs',
];

export class CreateReviewRuns1768000000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'review_runs',
      columns: {
        id: columns.id(),
        workspace_id: columns.id(),
        organization_id: columns.id(),
        type: columns.oneOf(reviewTypes),
        state: columns.oneOf(reviewStatuses),
        version: columns.counter(),
        subject: columns.json(),
        label: columns.text({ nullable: true }),
        fingerprint: columns.text(),
        bundle_sha256: columns.text({ nullable: true }),
        version_id: columns.id({ nullable: true }),
        reviewer_sha256: columns.text({ nullable: true }),
        report_sha256: columns.text({ nullable: true }),
        improved_sha256: columns.text({ nullable: true }),
        verdict: columns.oneOf(['pass', 'fail', 'error'], { nullable: true }),
        overall_severity: columns.oneOf(severities, { nullable: true }),
        review_score: columns.counter({ nullable: true }),
        fix: columns.json({ nullable: true }),
        engine: columns.json({ nullable: true }),
        ruleset: columns.text({ nullable: true }),
        model: columns.text({ nullable: true }),
        reused_from: columns.id({ nullable: true }),
        job_id: columns.id({ nullable: true }),
        tries: columns.counter(),
        credits: columns.counter(),
        error: columns.text({ nullable: true }),
        created_at: columns.instant(),
        started_at: columns.instant({ nullable: true }),
        finished_at: columns.instant({ nullable: true }),
      },
      indices: [
        { columns: ['workspace_id', 'created_at', 'id'] },
        { columns: ['workspace_id', 'fingerprint', 'ruleset'] },
        { columns: ['version_id'] },
      ],
    });
    for (const name of JOB_TABLES)
      await createTable(runner, runTable({ name, columns: { review_id: columns.id() } }));
  }
}
