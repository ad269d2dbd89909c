import type { BackupService, DataTally, DataTask, Extensions, HostInfo } from 'svc-registry/kernel';
import { restoreImpossible } from '../../contract/data-errors.js';
import { readBackup } from '../backup/read-backup.js';
import { stampOf } from '../backup/stamp.js';
import { writeBackup } from '../backup/write-backup.js';
import { BlobFolder } from '../blobs/blob-folder.js';
import { Database } from '../database.js';
import type { DatabaseEngine } from '../database-engine.js';
import { engineFor } from '../engine.js';
import { BlobWriter } from '../restore/blob-writer.js';
import { fill } from '../restore/fill.js';
import {
  blobFolder,
  databaseAddress,
  databaseFolder,
  settingsFrom,
  type PersistenceSettings,
} from '../settings.js';
import type { DataStream } from '../snapshot/data-stream.js';
import type { DatabaseView } from '../snapshot/database-view.js';
import { liveData, presentColumns } from '../snapshot/live-data.js';
import { takeInventory, type Inventory } from '../snapshot/stored-tables.js';
import { checkData, damageFound } from './check.js';
import { declaredBy, openBlobs, withSnapshot, type Declared } from './declared.js';
import { problemsOfModules } from './module-checks.js';

interface Target {
  readonly engine: DatabaseEngine;
  /** The folder of an SQLite database. */
  readonly folder: string | undefined;
  readonly blobs: string;
  readonly force: boolean;
}

/** Works on the data of a server, using the server's settings, without starting a server. */
export class ServerBackupService implements BackupService {
  readonly #settings: PersistenceSettings;

  constructor(
    private readonly host: HostInfo,
    private readonly extensions: Extensions,
  ) {
    this.#settings = settingsFrom(host);
  }

  /** Opening a database applies all pending migrations. */
  async upgrade(): Promise<void> {
    const database = new Database(this.#settings, this.host);
    await database.open(this.extensions);
    await database.close();
  }

  async backup(
    { file, rowsOnly }: Parameters<BackupService['backup']>[0],
    task: DataTask,
  ): Promise<DataTally> {
    const declared = await declaredBy(this.extensions);
    const blobs = rowsOnly ? undefined : new BlobFolder(this.#settings.blobs);
    const engine = await engineFor(this.#settings.database);
    return this.#read(engine, { declared, blobs, task }, (data) =>
      writeBackup(data, { file, fault: this.host.fault }, task),
    );
  }

  async restore(
    { file, force }: Parameters<BackupService['restore']>[0],
    task: DataTask,
  ): Promise<DataTally> {
    const declared = await declaredBy(this.extensions);
    const data = await readBackup(file);
    const { database, blobs } = this.#settings;
    const [engine, folder] = [await engineFor(database), databaseFolder(database)];
    return this.#fill(data, { engine, folder, blobs, force }, { declared, task });
  }

  async move(
    { from, to, blobs }: Parameters<BackupService['move']>[0],
    task: DataTask,
  ): Promise<DataTally> {
    const declared = await declaredBy(this.extensions);
    const { dataDir, blobs: present } = this.#settings;
    const source = await engineFor(databaseAddress(from, dataDir, '--from'));
    const address = databaseAddress(to, dataDir, '--to');
    const engine = await engineFor(address);
    const release = await source.reserve();
    try {
      const target = {
        engine,
        folder: databaseFolder(address),
        blobs: blobs === undefined ? present : blobFolder(blobs, dataDir, '--blobs'),
        force: false,
      };
      return await this.#read(source, { declared, blobs: new BlobFolder(present), task }, (data) =>
        this.#fill(data, target, { declared, task }),
      );
    } finally {
      await release();
    }
  }

  async check(
    { fast }: Parameters<BackupService['check']>[0],
    task: DataTask,
  ): ReturnType<BackupService['check']> {
    const declared = await declaredBy(this.extensions);
    const engine = await engineFor(this.#settings.database);
    const blobs = new BlobFolder(this.#settings.blobs);
    const { host } = this;
    const folder = databaseFolder(this.#settings.database);
    return damageFound(() =>
      withSnapshot(engine, declared, {
        host,
        read: (view, inventory) =>
          checkData(view, inventory, { declared, blobs, fast, task, host, folder }),
      }),
    );
  }

  /** Opens everything in a database and its blob store as one stream. */
  #read<T>(
    engine: DatabaseEngine,
    {
      declared,
      blobs,
      task,
    }: { declared: Declared; blobs: BlobFolder | undefined; task: DataTask },
    use: (data: DataStream) => Promise<T>,
  ): Promise<T> {
    const { host } = this;
    return withSnapshot(engine, declared, {
      host,
      read: (view, inventory) => {
        const data = liveData(view, inventory, {
          references: declared.contents,
          blobs,
          product: host.version,
          at: host.clock(),
        });
        if (data.head.absent.length > 0)
          task.progress.warn(
            `Left out: the tables of modules that are not loaded (${data.head.absent.join(', ')}).`,
          );
        return use(data);
      },
    });
  }

  async #fill(
    data: DataStream,
    { engine, folder, blobs, force }: Target,
    { declared, task }: { declared: Declared; task: DataTask },
  ): Promise<DataTally> {
    const { log, clock, fault } = this.host;
    const now = clock();
    const entities = declared.modules.flatMap((module) => module.entities);
    const target = await engine.replacement({
      entities,
      log,
      fault,
      aside: force ? `before_restore_${stampOf(now)}` : undefined,
    });
    try {
      const store = await openBlobs(blobs, this.host);
      const tally = await fill(data, {
        target,
        modules: declared.modules,
        blobs: new BlobWriter(store),
        now,
        task,
      });
      fault?.('persistence.restore-filled');
      const inventory = await takeInventory(target, declared.modules);
      requireContents(
        await missingContents(target, inventory, { declared, blobs: store }),
        data.head.rowsOnly,
        task,
      );
      const { host } = this;
      for (const problem of await problemsOfModules(target, inventory, { declared, host, folder }))
        task.progress.warn(problem);
      const kept = await target.commit();
      fault?.('persistence.restored');
      if (kept !== undefined) task.progress.note(`The former data are kept in ${kept}.`);
      return tally;
    } finally {
      await target.close();
    }
  }
}

/** The number of contents that rows refer to but that the folder does not have. */
async function missingContents(
  view: DatabaseView,
  inventory: Inventory,
  { declared, blobs }: { declared: Declared; blobs: BlobFolder },
): Promise<number> {
  const columns = presentColumns(declared.contents, inventory);
  let missing = 0;
  for await (const hashes of view.catalog.distinct(view.runner, columns))
    for (const sha256 of hashes) if (!(await blobs.has(sha256))) missing += 1;
  return missing;
}

/** A backup of rows only relies on the contents that are already in the blob store. */
function requireContents(missing: number, rowsOnly: boolean, { progress }: DataTask): void {
  if (missing === 0) return;
  const why = `${missing} contents that their rows point at are missing`;
  if (!rowsOnly) throw restoreImpossible({ why, hint: 'Use another backup.' });
  progress.warn(`This backup has rows only, and ${why}. Run \`svc server check\` to see which.`);
}

export const makeBackupService = ({
  host,
  extensions,
}: {
  host: HostInfo;
  extensions: Extensions;
}): BackupService => new ServerBackupService(host, extensions);
