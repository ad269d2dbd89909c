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

/** Names the database for the person who starts the server; callers of the server do not see where it is. */
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
      // on demand: few starts are upgrades
      const { backUpBeforeUpgrade } = await import('./backup/upgrade-backup.js');
      await backUpBeforeUpgrade({ engine: chosen, modules, settings, host });
      host.fault?.('persistence.upgrade-saved');
    };
    try {
      await setHostClock(host, engine);
      checkTableNames(engine.writer, modules);
      await migrate({ engine, tables: modules, location: chosen.location, host, beforeUpgrade });
      // the author of a module learns at its first start what no backup could hold, not at an upgrade
      await takeInventory({ runner: engine.writer, catalog: engine.catalog }, modules);
      const { manager } = await engine.openReader();
      const unitOfWork = new TransactionalUnitOfWork(engine, log);
      this.#opened = {
        chosen,
        modules,
        engine,
        unitOfWork,
        reads: { engine: engine.kind, manager },
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

  /** What it holds at this moment, for as long as it takes to read it. */
  async snapshot(): Promise<{
    readonly view: Snapshot;
    readonly modules: readonly ModuleTables[];
  }> {
    const { chosen, modules } = this.#open();
    return { view: await chosen.snapshot({ log: this.host.log }), modules };
  }

  /** Lets the units that have begun come to their end first. */
  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    await opened?.unitOfWork.settle();
    await opened?.longReads.close();
    await opened?.engine.close();
  }

  #open(): Opened {
    if (this.#opened === undefined)
      throw new Error('The database is not open: list "persistence" in the module\'s `requires`.');
    return this.#opened;
  }
}
