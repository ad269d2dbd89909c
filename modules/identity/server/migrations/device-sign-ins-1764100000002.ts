import type { QueryRunner } from 'typeorm';
import { columns, createTable, type Migration } from '../../../persistence/contract/db.js';

export class DeviceSignIns1764100000002 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'identity_device_sign_ins',
      columns: {
        id: columns.id(),
        token_lookup: columns.text(),
        token_hash: columns.text(),
        created_at: columns.instant(),
        state: columns.oneOf(['pending', 'approved', 'denied', 'expired', 'redeemed']),
        version: columns.counter(),
        user_code: columns.text(),
        challenge: columns.text(),
        client: columns.text(),
        address: columns.text({ nullable: true }),
        interval_seconds: columns.counter(),
        polled_at: columns.instant(),
        expires_at: columns.instant(),
        user_id: columns.id({ nullable: true }),
      },
      unique: [['token_hash']],
      indices: [
        { columns: ['token_lookup'] },
        { columns: ['user_code'], unique: true, where: "state = 'pending'" },
        { columns: ['expires_at'] },
        { columns: ['user_id'] },
      ],
      foreign: [{ columns: ['user_id'], table: 'identity_users', onDelete: 'CASCADE' }],
    });
  }
}
