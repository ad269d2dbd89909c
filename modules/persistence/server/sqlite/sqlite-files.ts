import type { DataSource, DataSourceOptions } from 'typeorm';
import type { EntityClasses } from '../database-engine.js';
import type { SqliteDriverName } from '../settings.js';
import { commonOptions, TranslatingDataSource } from '../translating-data-source.js';
import { keepPrivate } from './private-file.js';
import { requireSafeWal } from './safe-wal.js';
import { translateSqliteError, translateSqliteWriteError } from './sqlite-errors.js';

export interface SqliteDriver {
  readonly name: SqliteDriverName;
  readonly code: unknown;
}

const busyTimeout = 5000;
const OPEN_READONLY = 1;
const MAPPED_BYTES = 1024 ** 3;

export class SqliteFiles {
  constructor(
    readonly driver: SqliteDriver,
    private readonly entities: EntityClasses,
  ) {}

  get #readOnly(): object {
    return this.driver.name === 'sqlite3' ? { flags: OPEN_READONLY } : { readonly: true };
  }

  async openWriter(file: string): Promise<DataSource> {
    const writer = await this.#openToWrite(file, {}, translateSqliteWriteError);
    try {
      await requireSafeWal(writer);
      await writer.query('PRAGMA journal_mode = WAL');
      // better-sqlite3 defaults to NORMAL, which could lose a commit after a power failure
      await writer.query('PRAGMA synchronous = FULL');
      await writer.query('PRAGMA foreign_keys = ON');
      return writer;
    } catch (error) {
      await writer.destroy();
      throw error;
    }
  }

  /** Call after opening the writer: a read-only connection cannot create the files that WAL mode needs. */
  openReader(file: string): Promise<DataSource> {
    return this.#open(file, this.#readOnly);
  }

  /** A reader for large plain SQL queries; it has no entities. */
  async openPlainReader(file: string): Promise<DataSource> {
    const reader = await this.#open(file, { ...this.#readOnly, entities: [] });
    // pages are read from the system's cache without copying: a search over many plugins takes two
    // thirds of the time
    await reader.query(`PRAGMA mmap_size = ${MAPPED_BYTES}`);
    return reader;
  }

  /** A new file that is discarded unless it is completed. It is synced and checked once, at the end. */
  async openStaging(file: string): Promise<DataSource> {
    const staging = await this.#openToWrite(file, {}, translateSqliteWriteError);
    for (const pragma of ['journal_mode = MEMORY', 'synchronous = OFF', 'foreign_keys = OFF'])
      await staging.query(`PRAGMA ${pragma}`);
    return staging;
  }

  /** A file without tables, used only for its lock. */
  openBare(file: string): Promise<DataSource> {
    return this.#openToWrite(file, { entities: [], busyTimeout: 500, timeout: 500 });
  }

  async #openToWrite(
    file: string,
    more: object,
    explain?: typeof translateSqliteError,
  ): Promise<DataSource> {
    await keepPrivate(file);
    return this.#open(file, more, explain);
  }

  async #open(file: string, more: object, explain = translateSqliteError): Promise<DataSource> {
    const options = {
      ...commonOptions,
      type: this.driver.name === 'sqlite3' ? 'sqlite' : 'better-sqlite3',
      driver: this.driver.code,
      database: file,
      entities: this.entities,
      busyTimeout,
      timeout: busyTimeout,
      ...more,
    };
    const translate = (error: unknown): unknown => explain(error, file);
    try {
      return await new TranslatingDataSource(
        options as unknown as DataSourceOptions,
        translate,
      ).initialize();
    } catch (error) {
      throw translate(error);
    }
  }
}
