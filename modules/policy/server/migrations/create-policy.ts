import type { QueryRunner } from 'typeorm';
import { columns, createTable, type Migration } from '../../../persistence/contract/db.js';

export class CreatePolicy1764900000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'policy_policies',
      columns: {
        target_id: columns.id(),
        target_type: columns.text(),
        organization_id: columns.id(),
        workspace_id: columns.id({ nullable: true }),
        install: columns.json({ nullable: true }),
        publish: columns.json({ nullable: true }),
        updated_by: columns.id({ nullable: true }),
        updated_at: columns.instant(),
      },
      primary: ['target_id'],
    });
    await createTable(runner, {
      name: 'policy_managed_projects',
      columns: {
        workspace_id: columns.id(),
        organization_id: columns.id(),
        manifest: columns.json(),
        updated_by: columns.id({ nullable: true }),
        updated_at: columns.instant(),
      },
      primary: ['workspace_id'],
    });
  }
}
