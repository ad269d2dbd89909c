import type { QueryRunner } from 'typeorm';
import { columns, createTable, type Migration } from '../../../persistence/contract/db.js';

export class CreateKeys1764200000001 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    const instant = columns.instant();
    await createTable(runner, {
      name: 'traffic_keys',
      columns: {
        id: columns.text(),
        claim: columns.id(),
        state: columns.oneOf(['begun', 'done', 'answered']),
        request: columns.text(),
        upload: columns.text({ nullable: true }),
        answer: columns.text({ nullable: true }),
        begun_at: instant,
        held_until: instant,
        expires_at: instant,
      },
      indices: [{ columns: ['expires_at'] }],
    });
  }
}
