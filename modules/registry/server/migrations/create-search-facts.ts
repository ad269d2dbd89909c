import type { QueryRunner } from 'typeorm';
import { columns, createTable, type Migration } from '../../../persistence/contract/db.js';

export class CreateSearchFacts1765700000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'registry_search_facts',
      columns: {
        tile_id: columns.id(),
        fact: columns.text(),
        full_name: columns.text(),
        rank: columns.size({ nullable: true }),
        text: columns.text({ nullable: true }),
      },
      primary: ['tile_id', 'fact'],
      indices: [{ columns: ['fact', 'rank', 'full_name'], where: '"rank" IS NOT NULL' }],
      foreign: [{ columns: ['tile_id'], table: 'registry_tiles', onDelete: 'CASCADE' }],
      checks: ['("rank" IS NULL) <> ("text" IS NULL)'],
    });
  }
}
