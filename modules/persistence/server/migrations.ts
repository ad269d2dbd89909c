import type { MigrationInterface, QueryRunner } from 'typeorm';
import { types } from 'node:util';
import type { Log } from 'svc-registry/kernel';
import { migrationFailed, newerDatabase } from '../contract/errors.js';
import type { OpenEngine } from './database-engine.js';
import type { ModuleTables } from './module-tables.js';
import { refuseTables } from './refuse-tables.js';

const TABLE = 'svc_migrations';

interface Migration {
  readonly module: string;
  readonly name: string;
  readonly code: MigrationInterface;
}

interface Applied {
  readonly module: string;
  readonly name: string;
}

export interface MigrationRun {
  readonly engine: OpenEngine;
  readonly tables: readonly ModuleTables[];
  readonly location: string;
  readonly log: Log;
  readonly clock: () => Date;
}

const keyOf = ({ module, name }: Applied): string => `${module}/${name}`;

/** Brings the database to the state this program knows: every module's migrations, each in a transaction of its own. */
export async function migrate(run: MigrationRun): Promise<void> {
  const known = run.tables.flatMap(migrationsOf);
  await run.engine.exclusively(async (runner) => {
    const applied = await appliedMigrations(runner);
    refuseNewer(applied, run);
    const done = new Set(applied.map(keyOf));
    for (const migration of known) {
      if (done.has(keyOf(migration))) continue;
      await apply(migration, { runner, at: run.clock() });
      run.log.info({ module: migration.module, migration: migration.name }, 'migration applied');
    }
  });
}

function migrationsOf({ module, migrations }: ModuleTables): Migration[] {
  const named = migrations.map((type) => {
    const code = new type();
    return { module, name: code.name ?? type.name, code };
  });
  const names = new Set<string>();
  for (const { name } of named) {
    if (!/\d{13}$/.test(name)) throw refuseTables(module, `the name of the migration "${name}" does not end in a 13-digit timestamp`);
    if (names.has(name)) throw refuseTables(module, `two migrations are called "${name}"`);
    names.add(name);
  }
  return named;
}

async function appliedMigrations(runner: QueryRunner): Promise<Applied[]> {
  await runner.query(
    `CREATE TABLE IF NOT EXISTS ${TABLE} (module text NOT NULL, name text NOT NULL, applied_at text NOT NULL, PRIMARY KEY (module, name))`,
  );
  return (await runner.query(`SELECT module, name FROM ${TABLE}`)) as Applied[];
}

/** A module that is not loaded leaves its tables alone; only what a loaded one does not know is a newer database. */
function refuseNewer(applied: readonly Applied[], { tables, location, log }: MigrationRun): void {
  const known = new Map(tables.map((module) => [module.module, new Set(migrationsOf(module).map(({ name }) => name))]));
  const unknown = applied.filter(({ module, name }) => known.get(module)?.has(name) === false);
  if (unknown.length > 0) throw newerDatabase({ location, unknown: unknown.map(keyOf) }, { details: { module: unknown[0]?.module } });
  const absent = new Set(applied.map(({ module }) => module).filter((module) => !known.has(module)));
  if (absent.size > 0) log.warn({ modules: [...absent] }, 'the database holds tables of modules that are not loaded');
}

async function apply(migration: Migration, { runner, at }: { runner: QueryRunner; at: Date }): Promise<void> {
  // eslint-disable-next-line no-restricted-properties -- TypeORM's name for a migration's wish
  const inTransaction = (migration.code as { transaction?: boolean }).transaction !== false;
  try {
    // switches SQLite's foreign keys off while a table may be rebuilt
    await runner.beforeMigration();
    if (inTransaction) await runner.startTransaction();
    await migration.code.up(runner);
    await requireIntactReferences(runner);
    await record(runner, { ...migration, at });
    if (inTransaction) await runner.commitTransaction();
  } catch (error) {
    await rollBack(runner);
    const why = types.isNativeError(error) ? error.message : String(error);
    const { module, name } = migration;
    throw migrationFailed({ module, migration: name, why }, { cause: error, details: { module } });
  } finally {
    await runner.afterMigration();
  }
}

async function requireIntactReferences(runner: QueryRunner): Promise<void> {
  if (runner.connection.options.type === 'postgres') return;
  const broken = (await runner.query('PRAGMA foreign_key_check')) as { table: string }[];
  if (broken.length > 0) throw new Error(`rows of "${broken[0]?.table ?? ''}" would refer to rows that do not exist`);
}

async function record(runner: QueryRunner, { module, name, at }: Applied & { at: Date }): Promise<void> {
  await runner.manager.createQueryBuilder(runner).insert().into(TABLE).values({ module, name, applied_at: at.toISOString() }).execute();
}

/** What made the migration fail is what counts. */
async function rollBack(runner: QueryRunner): Promise<void> {
  if (!runner.isTransactionActive) return;
  try {
    await runner.rollbackTransaction();
  } catch {
    // a full disk: the engine has rolled back by itself
  }
}
