import type { Pool } from 'pg';
import type { HostInfo, Extensions } from 'svc-registry/kernel';
import type { LongReads, ReadDatabase, UnitOfWork } from '../contract/db.js';
import { insufficientStorage, storageUnavailable } from '../contract/errors.js';
import type { DatabaseEngine, OpenEngine } from './database-engine.js';
import { engineFor } from './engine.js';
import { setHostClock } from './host-clock.js';
import { LongReadsOnUse } from './long-reads.js';
import { migrate } from './migrations.js';
import { checkTableNames, collectTables, type ModuleTables } from './module-tables.js';
import type { PersistenceSettings } from './settings.js';
import type { Snapshot } from './snapshot/database-view.js';
import { takeInventory } from './snapshot/stored-tables.js';
import { TransactionalUnitOfWork } from './unit-of-work.js';

type Host = Pick<HostInfo, 'log' | 'clock' | 'setClock' | 'version' | 'fault'>;

interface Opened {
  readonly chosen: DatabaseEngine;
  readonly modules: readonly ModuleTables[];
  readonly engine: OpenEngine;
  readonly unitOfWork: TransactionalUnitOfWork;
  readonly reads: ReadDatabase;
  readonly longReads: LongReadsOnUse;
}

/** Adds the location of the database for the operator who starts the server; it is not shown to the server's callers. */
function located(error: unknown, location: string): unknown {
  const what = `the database ${location}`;
  if (insufficientStorage.is(error)) return insufficientStorage({ what }, { cause: error });
  if (storageUnavailable.is(error))
    return storageUnavailable({ what, why: 'it is read-only' }, { cause: error });
  return error;
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

  get longReads(): LongReads {
    return this.#open().longReads;
  }

  get pool(): Pool | undefined {
    return this.#open().engine.pool;
  }

  async open(extensions: Extensions): Promise<void> {
    const chosen = await engineFor(this.settings.database);
    await this.#openWith(chosen, extensions).catch((error: unknown) => {
      throw located(error, chosen.location);
    });
  }

  async #openWith(chosen: DatabaseEngine, extensions: Extensions): Promise<void> {
    const modules = await collectTables(extensions);
    const { settings, host } = this;
    const { log } = host;
    const engine = await chosen.open({
      entities: modules.flatMap(({ entities }) => entities),
      log,
    });
    const beforeUpgrade = async (): Promise<void> => {
      // imported on demand, because few starts are upgrades
      const { backUpBeforeUpgrade } = await import('./backup/upgrade-backup.js');
      await backUpBeforeUpgrade({ engine: chosen, modules, settings, host });
      host.fault?.('persistence.upgrade-saved');
    };
    try {
      await setHostClock(host, engine);
      checkTableNames(engine.writer, modules);
      await migrate({ engine, tables: modules, location: chosen.location, host, beforeUpgrade });
      // a table that cannot be backed up is reported to the module's author at the first start
      // instead of at an upgrade
      await takeInventory({ runner: engine.writer, catalog: engine.catalog }, modules);
      const reads = await engine.openReader();
      const unitOfWork = new TransactionalUnitOfWork(engine, log);
      this.#opened = {
        chosen,
        modules,
        engine,
        unitOfWork,
        reads,
        longReads: new LongReadsOnUse(engine),
      };
    } catch (error) {
      await engine.close();
      throw error;
    }
  }

  setClock(): Promise<void> {
    return setHostClock(this.host, this.#open().engine);
  }

  /** A snapshot of the database as of this moment. */
  async snapshot(): Promise<{
    readonly view: Snapshot;
    readonly modules: readonly ModuleTables[];
  }> {
    const { chosen, modules } = this.#open();
    return { view: await chosen.snapshot({ log: this.host.log }), modules };
  }

  /** Waits for running units of work first. */
  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    await opened?.unitOfWork.close();
    await opened?.longReads.close();
    await opened?.engine.close();
  }

  #open(): Opened {
    if (this.#opened === undefined)
      throw new Error('The database is not open: list "persistence" in the module\'s `requires`.');
    return this.#opened;
  }
}
