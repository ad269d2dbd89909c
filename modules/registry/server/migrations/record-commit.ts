import type { QueryRunner } from 'typeorm';
import { addColumn, columns, type Migration } from '../../../persistence/contract/db.js';

/** Existing versions have none. */
export class RecordCommit1764700000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'registry_versions', {
      name: 'commit',
      spec: columns.text({ nullable: true }),
    });
  }
}
