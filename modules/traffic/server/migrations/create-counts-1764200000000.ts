import type { QueryRunner } from 'typeorm';
import { columns, createTable, type Migration } from '../../../persistence/contract/db.js';

export class CreateCounts1764200000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'traffic_counts',
      columns: {
        key: columns.text(),
        points: columns.counter(),
        expire: columns.size({ nullable: true }),
      },
      primary: ['key'],
      indices: [{ columns: ['expire'] }],
    });
  }
}
