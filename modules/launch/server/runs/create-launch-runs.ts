import type { QueryRunner } from 'typeorm';
import { runTable } from '../../../jobs/contract/db.js';
import { columns, createTable, type Migration } from '../../../persistence/contract/db.js';
import { launchTriggers } from '../../contract/launch-run-view.js';
import { logStreams } from '../logs/log-entry.entity.js';

const text = columns.text({ nullable: true });
const json = columns.json({ nullable: true });

export class CreateLaunchRuns1768400000000 implements Migration {
  readonly name = 'CreateLaunchRuns1768400000000';

  async up(runner: QueryRunner): Promise<void> {
    const runs = runTable({
      name: 'launch_runs',
      columns: {
        workspace_id: columns.id(),
        organization_id: columns.id(),
        created_by: columns.id({ nullable: true }),
        trigger: columns.oneOf(launchTriggers),
        label: text,
        skill: columns.text(),
        skill_path: text,
        repo: columns.text(),
        base_branch: columns.text(),
        snapshot: text,
        workdir: text,
        agent: columns.text(),
        model: text,
        environment_id: columns.id({ nullable: true }),
        inputs: columns.json(),
        instructions: text,
        commit: text,
        input_schema: json,
        output_schema: json,
        sandboxed: { ...columns.boolean(), nullable: true },
        result: json,
        failure: json,
        patch_sha256: text,
        patch_bytes: { ...columns.counter(), nullable: true },
      },
    });
    const byWorkspace = { columns: ['workspace_id', 'created_at', 'id'] };
    await createTable(runner, { ...runs, indices: [...(runs.indices ?? []), byWorkspace] });
    await createTable(runner, {
      name: 'launch_log_entries',
      columns: {
        run_id: columns.id(),
        n: columns.counter(),
        at: columns.instant(),
        stream: columns.oneOf(logStreams),
        text: columns.text(),
      },
      primary: ['run_id', 'n'],
      foreign: [{ columns: ['run_id'], table: 'launch_runs', onDelete: 'CASCADE' }],
    });
  }
}
