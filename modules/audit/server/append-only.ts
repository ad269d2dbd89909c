import type { QueryRunner } from 'typeorm';
import { engineOf } from '../../persistence/contract/db.js';

const REFUSAL = 'the audit log is only appended to';

/** Makes the database itself refuse to change or delete rows of a table. */
export async function appendOnly(runner: QueryRunner, table: string): Promise<void> {
  if (engineOf(runner) === 'sqlite') {
    for (const deed of ['UPDATE', 'DELETE']) {
      await runner.query(
        `CREATE TRIGGER "${table}_no_${deed.toLowerCase()}" BEFORE ${deed} ON "${table}" BEGIN SELECT RAISE(ABORT, '${REFUSAL}'); END`,
      );
    }
    return;
  }
  await runner.query(
    `CREATE OR REPLACE FUNCTION ${table}_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '${REFUSAL}'; END $$`,
  );
  await runner.query(
    `CREATE TRIGGER "${table}_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "${table}" FOR EACH STATEMENT EXECUTE FUNCTION ${table}_refuse()`,
  );
}

export async function dropAppendOnly(runner: QueryRunner, table: string): Promise<void> {
  await runner.dropTable(table);
  if (engineOf(runner) === 'postgres') await runner.query(`DROP FUNCTION ${table}_refuse()`);
}
