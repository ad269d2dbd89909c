import type { QueryRunner } from 'typeorm';
import { columns, createTable, type Migration } from '../../../persistence/contract/db.js';

export class SharedLimits1764100000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'identity_attempts',
      columns: { key: columns.text(), remaining: columns.counter(), ends_at: columns.instant() },
      primary: ['key'],
      indices: [{ columns: ['ends_at'] }],
    });
  }
}
