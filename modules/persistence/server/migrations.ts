import type { QueryRunner } from 'typeorm';
import { types } from 'node:util';
import type { HostInfo } from 'svc-registry/kernel';
import type { Migration } from '../contract/db.js';
import { migrationFailed, newerDatabase } from '../contract/errors.js';
import type { OpenEngine } from './database-engine.js';
import {
  appliedMigrations,
  createMigrationsTable,
  keyOf,
  recordMigration,
  type AppliedMigration,
  type MigrationName,
} from './migration-log.js';
import type { ModuleTables } from './module-tables.js';
import { refuseTables } from './refuse-tables.js';
import { requireIntactReferences } from './sqlite/intact-references.js';

export interface KnownMigration extends MigrationName {
  readonly code: Migration;
}

export interface MigrationRun {
  readonly engine: OpenEngine;
  readonly tables: readonly ModuleTables[];
  readonly location: string;
  readonly host: Pick<HostInfo, 'log' | 'clock' | 'fault'>;
  /** Runs before a database that contains data is changed. */
  readonly beforeUpgrade: () => Promise<void>;
}

/** Applies all pending migrations of every module, each in its own transaction. */
export async function migrate(run: MigrationRun): Promise<void> {
  const known = run.tables.flatMap(migrationsOf);
  const { catalog, writer } = run.engine;
  const applied = await appliedMigrations(writer, await catalog.tables(writer));
  refuseNewer(applied, run);
  warnOfAbsent(applied, run);
  // a start without pending migrations must not wait for a migration or a backup
  if (withoutThose(known, applied).length > 0)
    await run.engine.exclusively((runner) => upgrade(known, runner, run));
}

async function upgrade(
  known: readonly KnownMigration[],
  runner: QueryRunner,
  run: MigrationRun,
): Promise<void> {
  await createMigrationsTable(runner);
  const applied = await appliedMigrations(runner, await run.engine.catalog.tables(runner));
  refuseNewer(applied, run);
  const pending = withoutThose(known, applied);
  if (pending.length > 0 && applied.length > 0) await run.beforeUpgrade();
  for (const migration of pending) await applyInTransaction(migration, runner, run.host);
}

/** The migrations of a module, in order. */
export function migrationsOf({ module, migrations }: ModuleTables): KnownMigration[] {
  const named = migrations.map((type) => {
    const code = new type();
    return { module, name: code.name ?? type.name, code };
  });
  const names = new Set<string>();
  for (const migration of named) {
    requireSound(migration);
    if (names.has(migration.name))
      throw refuseTables(module, `two migrations are called "${migration.name}"`);
    names.add(migration.name);
  }
  return named;
}

function requireSound({ module, name }: KnownMigration): void {
  if (!/\d{13}$/.test(name))
    throw refuseTables(
      module,
      `the name of the migration "${name}" does not end in a 13-digit timestamp`,
    );
}

/** The migrations that are not applied yet. */
export function withoutThose(
  known: readonly KnownMigration[],
  applied: readonly MigrationName[],
): KnownMigration[] {
  const done = new Set(applied.map(keyOf));
  return known.filter((migration) => !done.has(keyOf(migration)));
}

/** Applied migrations of loaded modules that are unknown here, so they come from a newer version. */
export function unknownOf(
  applied: readonly MigrationName[],
  tables: readonly ModuleTables[],
): MigrationName[] {
  const known = new Map(
    tables.map((module) => [module.module, new Set(migrationsOf(module).map(({ name }) => name))]),
  );
  return applied.filter(({ module, name }) => known.get(module)?.has(name) === false);
}

function refuseNewer(
  applied: readonly AppliedMigration[],
  { tables, location }: MigrationRun,
): void {
  const unknown = unknownOf(applied, tables);
  if (unknown.length > 0)
    throw newerDatabase(
      { location, unknown: unknown.map(keyOf) },
      { details: { module: unknown[0]?.module } },
    );
}

/** The tables of a module that is not loaded stay unchanged. */
function warnOfAbsent(applied: readonly AppliedMigration[], { tables, host }: MigrationRun): void {
  const loaded = new Set(tables.map(({ module }) => module));
  const absent = new Set(
    applied.map(({ module }) => module).filter((module) => !loaded.has(module)),
  );
  if (absent.size > 0)
    host.log.warn(
      { modules: [...absent] },
      'the database holds tables of modules that are not loaded',
    );
}

async function applyInTransaction(
  migration: KnownMigration,
  runner: QueryRunner,
  { log, clock, fault }: MigrationRun['host'],
): Promise<void> {
  const { module, name } = migration;
  try {
    // switches SQLite's foreign keys off, because a table may be rebuilt
    await runner.beforeMigration();
    await runner.startTransaction();
    fault?.('persistence.migration-begun');
    await apply(migration, runner, clock().toISOString());
    fault?.('persistence.migration-complete');
    await runner.commitTransaction();
    fault?.('persistence.migration-committed');
  } catch (error) {
    await rollBack(runner);
    const why = types.isNativeError(error) ? error.message : String(error);
    throw migrationFailed({ module, migration: name, why }, { cause: error, details: { module } });
  } finally {
    await runner.afterMigration();
  }
  log.info({ module, migration: name }, 'migration applied');
}

/** Must run within a transaction. */
export async function apply(
  migration: KnownMigration,
  runner: QueryRunner,
  appliedAt: string,
): Promise<void> {
  await migration.code.up(runner);
  // foreign keys are off on SQLite during a migration; PostgreSQL checks its own
  if (runner.connection.options.type !== 'postgres') await requireIntactReferences(runner);
  await recordMigration(runner, { ...migration, appliedAt });
}

/** An error while rolling back must not hide the error that made the migration fail. */
async function rollBack(runner: QueryRunner): Promise<void> {
  if (!runner.isTransactionActive) return;
  try {
    await runner.rollbackTransaction();
  } catch {
    // after a full disk the engine has already rolled back
  }
}
