import type { Pool } from 'pg';
import type { HostInfo, Extensions } from 'svc-registry/kernel';
import type { ReadDatabase, UnitOfWork } from '../contract/db.js';
import type { OpenEngine } from './database-engine.js';
import { engineFor } from './engine.js';
import { migrate } from './migrations.js';
import { checkTableNames, collectTables } from './module-tables.js';
import type { PersistenceSettings } from './settings.js';
import { TransactionalUnitOfWork } from './unit-of-work.js';

type Host = Pick<HostInfo, 'log' | 'clock'>;

interface Opened {
  readonly engine: OpenEngine;
  readonly unitOfWork: TransactionalUnitOfWork;
  readonly reads: ReadDatabase;
}

/** The database of the server: opened and migrated at start, closed at stop. */
export class Database {
  #opened: Opened | undefined;

  constructor(
    private readonly settings: PersistenceSettings,
    private readonly host: Host,
  ) {}

  get unitOfWork(): UnitOfWork {
    return this.#open().unitOfWork;
  }

  get reads(): ReadDatabase {
    return this.#open().reads;
  }

  get pool(): Pool | undefined {
    return this.#open().engine.pool;
  }

  async open(extensions: Extensions): Promise<void> {
    const tables = await collectTables(extensions);
    const { log, clock } = this.host;
    const chosen = await engineFor(this.settings.database);
    const engine = await chosen.open({ entities: tables.flatMap(({ entities }) => entities), log });
    try {
      checkTableNames(engine.writer, tables);
      await migrate({ engine, tables, location: chosen.location, log, clock });
      const { manager } = await engine.openReader();
      this.#opened = { engine, unitOfWork: new TransactionalUnitOfWork(engine, log), reads: { engine: engine.kind, manager } };
    } catch (error) {
      await engine.close();
      throw error;
    }
  }

  /** Lets the units that have begun come to their end first. */
  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    await opened?.unitOfWork.settle();
    await opened?.engine.close();
  }

  #open(): Opened {
    if (this.#opened === undefined) throw new Error('The database is not open: list "persistence" in the module\'s `requires`.');
    return this.#opened;
  }
}
