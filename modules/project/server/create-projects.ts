import type { QueryRunner } from 'typeorm';
import {
  columns,
  createTable,
  type TableSpec,
  type Migration,
} from '../../persistence/contract/db.js';

const NOT_DELETED = '"deleted_at" IS NULL';

const projects: TableSpec = {
  name: 'project_projects',
  columns: {
    id: columns.id(),
    workspace_id: columns.id(),
    organization_id: columns.id(),
    workspace_name: columns.text(),
    name: columns.text(),
    source_type: columns.text({ nullable: true }),
    source_uri: columns.text({ nullable: true }),
    repo_subpath: columns.text({ nullable: true }),
    source_key: columns.text({ nullable: true }),
    created_by: columns.id({ nullable: true }),
    created_at: columns.instant(),
    updated_at: columns.instant(),
    deleted_at: columns.instant({ nullable: true }),
  },
  indices: [
    { columns: ['workspace_id', 'name'], unique: true, where: NOT_DELETED },
    { columns: ['workspace_id', 'source_key'], unique: true, where: NOT_DELETED },
  ],
};

export class CreateProjects1764900000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, projects);
  }
}
