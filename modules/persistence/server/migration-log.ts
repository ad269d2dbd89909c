import type { QueryRunner } from 'typeorm';
import type { CatalogTable, Queryable } from './snapshot/catalog.js';

/** The only table that belongs to no module: it lists the applied migrations. */
export const MIGRATIONS_TABLE = 'svc_migrations';

export interface MigrationName {
  readonly module: string;
  readonly name: string;
}

export interface AppliedMigration extends MigrationName {
  /** ISO 8601. */
  readonly appliedAt: string;
}

export const keyOf = ({ module, name }: MigrationName): string => `${module}/${name}`;

export async function createMigrationsTable(runner: QueryRunner): Promise<void> {
  await runner.query(
    `CREATE TABLE IF NOT EXISTS ${MIGRATIONS_TABLE} (module text NOT NULL, name text NOT NULL, applied_at text NOT NULL, PRIMARY KEY (module, name))`,
  );
}

/** In the order in which they were applied; empty when the table does not exist. */
export async function appliedMigrations(
  database: Queryable,
  present: readonly CatalogTable[],
): Promise<AppliedMigration[]> {
  if (!present.some(({ name }) => name === MIGRATIONS_TABLE)) return [];
  const select = `SELECT module, name, applied_at AS "appliedAt" FROM ${MIGRATIONS_TABLE} ORDER BY applied_at, module, name`;
  return (await database.query(select)) as AppliedMigration[];
}

export async function recordMigration(
  runner: QueryRunner,
  { module, name, appliedAt }: AppliedMigration,
): Promise<void> {
  await runner.manager
    .createQueryBuilder(runner)
    .insert()
    .into(MIGRATIONS_TABLE)
    .values({ module, name, applied_at: appliedAt })
    .execute();
}
