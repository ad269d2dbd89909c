import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columns, createTable } from '../../../persistence/contract/db.js';

export class CreateCounts1764200000000 implements MigrationInterface {
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

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('traffic_counts');
  }
}
