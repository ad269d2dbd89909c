import type { QueryRunner } from 'typeorm';
import { addColumn, columns, type Migration } from '../../../persistence/contract/db.js';

const added = {
  archived_at: columns.instant({ nullable: true }),
  archived_reason: columns.text({ nullable: true }),
};

export class ArchivedWorkspaces1764100000004 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    for (const [name, spec] of Object.entries(added))
      await addColumn(runner, 'identity_workspaces', { name, spec });
  }
}
