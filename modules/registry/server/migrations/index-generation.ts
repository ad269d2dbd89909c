import type { QueryRunner } from 'typeorm';
import { addColumn, columns, engineOf, type Migration } from '../../../persistence/contract/db.js';

const TABLE = 'registry_documents';

/**
 * Records by which rules each document was indexed. Existing rows get the first rules; rows that an older server adds to the same PostgreSQL
 * database name none, and get 0.
 */
export class IndexGeneration1765600000000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, TABLE, { name: 'generation', spec: columns.counter({ default: 1 }) });
    if (engineOf(runner) === 'postgres')
      await runner.query(`ALTER TABLE "${TABLE}" ALTER COLUMN "generation" SET DEFAULT 0`);
    await runner.query(
      `CREATE INDEX "registry_documents_generation_idx" ON "${TABLE}" ("generation")`,
    );
  }
}
