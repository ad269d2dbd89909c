import type { QueryRunner } from 'typeorm';
import type { Migration } from '../../../persistence/contract/db.js';

/** Lists of one type, and of its runs in one state: without these, a rare one costs a look at every run of the workspace. */
export class IndexTypes1769200000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX "review_runs_type" ON "review_runs" ("workspace_id", "type", "created_at", "id")',
    );
    await runner.query(
      'CREATE INDEX "review_runs_state" ON "review_runs" ("workspace_id", "type", "state", "created_at", "id")',
    );
  }
}
