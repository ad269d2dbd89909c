import type { QueryRunner } from 'typeorm';
import type { Migration } from '../../../persistence/contract/db.js';

/** Lists of one state: without this, a rare one costs a look at every launch of the workspace. */
export class IndexStates1769300000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX "launch_runs_state" ON "launch_runs" ("workspace_id", "state", "created_at", "id")',
    );
  }
}
