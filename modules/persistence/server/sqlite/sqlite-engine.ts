import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { DatabaseEngine, EngineOptions, OpenEngine } from '../database-engine.js';
import type { DatabaseAddress } from '../settings.js';
import { FolderLock } from './folder-lock.js';
import { SqliteDatabase } from './sqlite-database.js';
import { SqliteFiles } from './sqlite-files.js';
import { loadDriver } from './drivers.js';

/** SQLite in a file of the data folder: one process, one writing connection, one reading connection. */
export class SqliteEngine implements DatabaseEngine {
  readonly location: string;

  constructor(private readonly address: Extract<DatabaseAddress, { engine: 'sqlite' }>) {
    this.location = address.file;
  }

  async open({ entities }: EngineOptions): Promise<OpenEngine> {
    const folder = dirname(this.address.file);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const files = new SqliteFiles({ name: this.address.driver, code: loadDriver(this.address.driver) }, entities);
    const lock = await FolderLock.take(folder, files);
    try {
      return new SqliteDatabase(await files.openWriter(this.address.file), { files, lock, file: this.address.file });
    } catch (error) {
      await lock.release();
      throw error;
    }
  }
}
