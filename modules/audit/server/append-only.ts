import type { QueryRunner } from 'typeorm';
import { engineOf } from '../../persistence/contract/db.js';

const REFUSAL = 'the audit log is only appended to';
const IS_REMOVED =
  'EXISTS (SELECT 1 FROM audit_removed_days r WHERE r.organization_id = OLD.organization_id AND r.day = substr(OLD.position, 1, 10))';

type Statement = 'UPDATE' | 'DELETE';

function refuseOnSqlite(
  runner: QueryRunner,
  table: string,
  { statement, unless }: { statement: Statement; unless?: string },
): Promise<unknown> {
  const when = unless === undefined ? '' : `WHEN NOT ${unless}`;
  return runner.query(
    `CREATE TRIGGER "${table}_no_${statement.toLowerCase()}" BEFORE ${statement} ON "${table}" ${when} BEGIN SELECT RAISE(ABORT, '${REFUSAL}'); END`,
  );
}

const refuseOnPostgres = (
  runner: QueryRunner,
  table: string,
  statements: string,
): Promise<unknown> =>
  runner.query(
    `CREATE TRIGGER "${table}_append_only" BEFORE ${statements} ON "${table}" FOR EACH STATEMENT EXECUTE FUNCTION ${table}_refuse()`,
  );

/** Makes the database refuse to change or delete rows of a table. */
export async function appendOnly(runner: QueryRunner, table: string): Promise<void> {
  if (engineOf(runner) === 'sqlite') {
    for (const statement of ['UPDATE', 'DELETE'] as const)
      await refuseOnSqlite(runner, table, { statement });
    return;
  }
  await runner.query(
    `CREATE OR REPLACE FUNCTION ${table}_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '${REFUSAL}'; END $$`,
  );
  await refuseOnPostgres(runner, table, 'UPDATE OR DELETE OR TRUNCATE');
}

/** Allows only events of removed days to be deleted. */
export async function deletableByDay(runner: QueryRunner): Promise<void> {
  if (engineOf(runner) === 'sqlite') {
    await runner.query('DROP TRIGGER audit_events_no_delete');
    await refuseOnSqlite(runner, 'audit_events', { statement: 'DELETE', unless: IS_REMOVED });
    return;
  }
  await runner.query('DROP TRIGGER audit_events_append_only ON audit_events');
  await refuseOnPostgres(runner, 'audit_events', 'UPDATE OR TRUNCATE');
  await runner.query(
    `CREATE OR REPLACE FUNCTION audit_events_keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF ${IS_REMOVED} THEN RETURN OLD; END IF; RAISE EXCEPTION '${REFUSAL}'; END $$`,
  );
  await runner.query(
    'CREATE TRIGGER audit_events_kept BEFORE DELETE ON audit_events FOR EACH ROW EXECUTE FUNCTION audit_events_keep()',
  );
}
