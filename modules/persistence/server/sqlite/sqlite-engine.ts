import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { databaseNotEmpty, noData } from '../../contract/data-errors.js';
import type {
  DatabaseEngine,
  EngineOptions,
  EntityClasses,
  OpenEngine,
  Replacement,
  ReplacementOptions,
} from '../database-engine.js';
import type { DatabaseAddress } from '../settings.js';
import type { Snapshot } from '../snapshot/database-view.js';
import { loadDriver } from './drivers.js';
import { lockFolder } from './folder-lock.js';
import { SqliteDatabase } from './sqlite-database.js';
import { SqliteFiles } from './sqlite-files.js';
import { exists, SqliteReplacement } from './sqlite-replacement.js';
import { sqliteSnapshot } from './sqlite-snapshot.js';

/** Prefix of a database file that a restore is building. */
const STAGING = '.restore-';

/** SQLite in a file of the data folder: one process, one writing connection, one reading connection. */
export class SqliteEngine implements DatabaseEngine {
  readonly location: string;

  constructor(private readonly address: Extract<DatabaseAddress, { engine: 'sqlite' }>) {
    this.location = address.file;
  }

  async open({ entities }: EngineOptions): Promise<OpenEngine> {
    const files = this.#files(entities);
    const unlock = await this.#lock(files);
    try {
      return new SqliteDatabase(await files.openWriter(this.location), {
        files,
        unlock,
        file: this.location,
      });
    } catch (error) {
      await unlock();
      throw error;
    }
  }

  async snapshot(): Promise<Snapshot> {
    if (!(await exists(this.location))) throw noData({ location: this.location });
    return sqliteSnapshot(await this.#files([]).openReader(this.location));
  }

  async replacement({ entities, aside, fault }: ReplacementOptions): Promise<Replacement> {
    const { location } = this;
    const files = this.#files(entities);
    const unlock = await this.#lock(files);
    try {
      if (aside === undefined && (await exists(location))) throw databaseNotEmpty({ location });
      const staging = join(dirname(location), `${STAGING}${randomUUID()}`);
      return await SqliteReplacement.begin({
        files,
        unlock,
        file: location,
        staging,
        aside: aside && `${location}.${aside}`,
        fault,
      });
    } catch (error) {
      await unlock();
      throw error;
    }
  }

  reserve(): Promise<() => Promise<void>> {
    return this.#lock(this.#files([]));
  }

  #files(entities: EntityClasses): SqliteFiles {
    return new SqliteFiles(
      { name: this.address.driver, code: loadDriver(this.address.driver) },
      entities,
    );
  }

  async #lock(files: SqliteFiles): Promise<() => Promise<void>> {
    const folder = dirname(this.location);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const unlock = await lockFolder(folder, files);
    // a leftover belongs to a process that was killed: this one now holds the lock
    for (const name of await readdir(folder))
      if (name.startsWith(STAGING)) await rm(join(folder, name), { force: true });
    return unlock;
  }
}
