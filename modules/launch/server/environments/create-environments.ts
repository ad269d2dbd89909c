import type { QueryRunner } from 'typeorm';
import { columns, createTable, type Migration } from '../../../persistence/contract/db.js';
import { keeps } from './environment.entity.js';

export class CreateEnvironments1768300000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'launch_environments',
      columns: {
        id: columns.id(),
        workspace_id: columns.id(),
        organization_id: columns.id(),
        name: columns.text({ nullable: true }),
        sealed: columns.text(),
        key_names: columns.json(),
        keep: columns.oneOf(keeps),
        run_id: columns.id({ nullable: true }),
        created_by: columns.id({ nullable: true }),
        created_at: columns.instant(),
        updated_at: columns.instant(),
      },
      // those without a name are all different
      unique: [['workspace_id', 'name']],
      indices: [{ columns: ['run_id'] }, { columns: ['created_at'], where: "keep = 'run'" }],
      checks: ["(keep = 'named') = (name IS NOT NULL)"],
    });
  }
}
