import type { QueryRunner } from 'typeorm';
import { addColumn, columns, type Migration } from '../../../persistence/contract/db.js';

export class AddTurns1768500000000 implements Migration {
  readonly name = 'AddTurns1768500000000';

  async up(runner: QueryRunner): Promise<void> {
    const spec = columns.json({ nullable: true });
    await addColumn(runner, 'launch_runs', { name: 'turns', spec });
  }
}
