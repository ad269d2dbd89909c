import type { QueryRunner } from 'typeorm';
import { columns, createTable, type Migration } from '../../../persistence/contract/db.js';

export class PasswordResets1764100000003 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'identity_password_resets',
      columns: {
        id: columns.id(),
        token_lookup: columns.text(),
        token_hash: columns.text(),
        created_at: columns.instant(),
        user_id: columns.id(),
        created_by: columns.id({ nullable: true }),
        expires_at: columns.instant(),
      },
      unique: [['token_hash']],
      indices: [
        { columns: ['token_lookup'] },
        { columns: ['user_id'] },
        { columns: ['expires_at'] },
      ],
      foreign: [{ columns: ['user_id'], table: 'identity_users', onDelete: 'CASCADE' }],
    });
  }
}
