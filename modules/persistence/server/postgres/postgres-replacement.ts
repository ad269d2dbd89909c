import { types } from 'node:util';
import { isSvcError } from 'svc-registry/kernel';
import type { DataSource, QueryRunner } from 'typeorm';
import { databaseNotEmpty, restoreImpossible } from '../../contract/data-errors.js';
import type { Replacement, ReplacementOptions } from '../database-engine.js';
import { quoted } from '../snapshot/catalog.js';
import { ownTables, type StoredTable } from '../snapshot/stored-tables.js';
import { beginTransaction, type Transaction } from '../transaction.js';
import { postgresCatalog } from './postgres-catalog.js';
import { lockTables } from './postgres-lock.js';

interface Constraint {
  readonly table: string;
  readonly name: string;
}

const REFERENCES = `SELECT c.relname AS "table", r.conname AS "name" FROM pg_constraint r JOIN pg_class c ON c.oid = r.conrelid
  WHERE r.contype = 'f' AND c.relnamespace = current_schema()::regnamespace`;

/** A new database that becomes visible when its transaction commits. The existing tables move to another schema. */
export class PostgresReplacement implements Replacement {
  readonly kind = 'postgres';
  readonly catalog = postgresCatalog;
  #committed = false;

  private constructor(
    private readonly database: DataSource,
    readonly runner: QueryRunner,
    private readonly parts: Pick<Transaction, 'commit' | 'rollback'> &
      Pick<ReplacementOptions, 'fault'> & { readonly kept: string | undefined },
  ) {}

  static async begin(
    database: DataSource,
    { log, aside, fault, location }: ReplacementOptions & { location: string },
  ): Promise<Replacement> {
    try {
      // eslint-disable-next-line no-restricted-properties -- not yet visible to other connections
      const connection = database.createQueryRunner();
      const { runner, commit, rollback } = await beginTransaction(connection, 'START TRANSACTION');
      await lockTables(runner, 'exclusive', log);
      const kept = await setAside(runner, { aside, location });
      return new PostgresReplacement(database, runner, { commit, rollback, kept, fault });
    } catch (error) {
      // closing the connection also ends the transaction
      await database.destroy();
      throw error;
    }
  }

  async beginRows(): Promise<void> {
    await this.#references('DEFERRABLE INITIALLY DEFERRED');
  }

  async endRows(tables: readonly StoredTable[]): Promise<void> {
    await this.runner.query('SET CONSTRAINTS ALL IMMEDIATE');
    await this.#references('NOT DEFERRABLE');
    for (const table of tables) await this.#raiseCounters(table);
  }

  async commit(): Promise<string | undefined> {
    const { commit, kept, fault } = this.parts;
    fault?.('persistence.restore-written');
    await commit();
    this.#committed = true;
    return kept;
  }

  async close(): Promise<void> {
    try {
      if (!this.#committed) await this.parts.rollback();
    } catch {
      // closing the connection also ends the transaction
    }
    await this.database.destroy();
  }

  async #references(how: string): Promise<void> {
    for (const { table, name } of (await this.runner.query(REFERENCES)) as Constraint[])
      await this.runner.query(
        `ALTER TABLE ${quoted(table)} ALTER CONSTRAINT ${quoted(name)} ${how}`,
      );
  }

  async #raiseCounters({ name, columns }: StoredTable): Promise<void> {
    for (const column of columns.filter(({ kind }) => kind === 'integer')) {
      const found: unknown = await this.runner.query(
        `SELECT pg_get_serial_sequence($1, $2) AS "counter"`,
        [quoted(name), column.name],
      );
      const { counter } = (found as { counter: string | null }[])[0] ?? { counter: null };
      if (counter === null) continue;
      // on an empty table `max` is NULL, which leaves the counter unchanged
      await this.runner.query(
        `SELECT setval($1, max(${quoted(column.name)})) FROM ${quoted(name)}`,
        [counter],
      );
    }
  }
}

/** Moves the existing tables to another schema. Returns its name, if there were tables. */
async function setAside(
  runner: QueryRunner,
  { aside, location }: { aside: string | undefined; location: string },
): Promise<string | undefined> {
  const tables = await ownTables({ runner, catalog: postgresCatalog });
  if (tables.length === 0) return undefined;
  if (aside === undefined) throw databaseNotEmpty({ location });
  // fails after 10 s, with a report, when a server still uses the tables
  await runner.query(`SET LOCAL lock_timeout = '10s'`);
  try {
    await runner.query(`CREATE SCHEMA ${quoted(aside)}`);
    for (const table of tables)
      await runner.query(`ALTER TABLE ${quoted(table)} SET SCHEMA ${quoted(aside)}`);
  } catch (error) {
    if (isSvcError(error)) throw error;
    const why = types.isNativeError(error) ? error.message : String(error);
    const hint = 'Let this user create schemas in the database, or restore into an empty one.';
    throw restoreImpossible(
      { why: `the present tables cannot be kept in a schema of their own (${why})`, hint },
      { cause: error },
    );
  }
  return `schema ${aside}`;
}
