import type { QueryRunner } from 'typeorm';
import { columns, createTable, type Migration } from '../../persistence/contract/db.js';
import { ModelUse, WorkspaceModel } from './entities.js';

class CreateModels1767200000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'models_settings',
      columns: {
        workspace_id: columns.id(),
        model: columns.text(),
        base_url: columns.text({ nullable: true }),
        api_key: columns.text({ nullable: true }),
      },
      primary: ['workspace_id'],
    });
    await createTable(runner, {
      name: 'models_usage',
      columns: {
        id: columns.id(),
        workspace_id: columns.id({ nullable: true }),
        purpose: columns.text(),
        model: columns.text(),
        input_tokens: columns.counter(),
        output_tokens: columns.counter(),
        created_at: columns.instant(),
      },
      primary: ['id'],
      indices: [{ columns: ['workspace_id', 'created_at'] }],
    });
  }
}

export const entities = [WorkspaceModel, ModelUse];
export const migrations = [CreateModels1767200000000];
