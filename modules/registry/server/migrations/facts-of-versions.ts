import type { QueryRunner } from 'typeorm';
import {
  addColumn,
  columns,
  createTable,
  type Migration,
} from '../../../persistence/contract/db.js';

const FACTS = 'registry_search_facts';

/** Facts of versions, which plugins have through their latest version, and an index that leads from a value to the plugins that have it. */
export class FactsOfVersions1766300000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'registry_version_facts',
      columns: {
        version_id: columns.id(),
        fact: columns.text(),
        rank: columns.size({ nullable: true }),
        text: columns.text({ nullable: true }),
      },
      primary: ['version_id', 'fact'],
      foreign: [{ columns: ['version_id'], table: 'registry_versions', onDelete: 'CASCADE' }],
      checks: ['("rank" IS NULL) <> ("text" IS NULL)'],
    });
    await addColumn(runner, FACTS, {
      name: 'of_version',
      spec: columns.boolean({ default: false }),
    });
    await runner.query(
      `CREATE INDEX "registry_search_facts_text_idx" ON "${FACTS}" ("fact", "text", "tile_id") WHERE "text" IS NOT NULL`,
    );
  }
}
