import type { QueryRunner } from 'typeorm';
import { columns, createTable, type Migration } from '../../../persistence/contract/db.js';

export class CreateFactRevisions1769100000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'registry_fact_revisions',
      primary: ['version_id'],
      columns: { version_id: columns.id(), revision: columns.counter() },
    });
  }
}
