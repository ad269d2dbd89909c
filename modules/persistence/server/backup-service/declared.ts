import { isSvcError, type Extensions, type HostInfo } from 'svc-registry/kernel';
import { noData } from '../../contract/data-errors.js';
import { tablesPoint } from '../../contract/db.js';
import { tablesRefused } from '../../contract/errors.js';
import {
  blobReferencesPoint,
  rowReferencesPoint,
  type ColumnName,
} from '../../contract/references.js';
import { BlobFolder } from '../blobs/blob-folder.js';
import type { DatabaseEngine } from '../database-engine.js';
import { loadTables, type ModuleTables } from '../module-tables.js';
import type { Snapshot } from '../snapshot/database-view.js';
import { takeInventory, type Inventory } from '../snapshot/stored-tables.js';

/** What the modules declare about their data. */
export interface Declared {
  readonly extensions: Extensions;
  readonly modules: readonly ModuleTables[];
  readonly contents: readonly ColumnName[];
  readonly rows: readonly (ColumnName & { readonly to: ColumnName })[];
}

export async function declaredBy(extensions: Extensions): Promise<Declared> {
  return {
    extensions,
    modules: await usableTables(extensions),
    contents: extensions.of(blobReferencesPoint).map(({ data }) => data),
    rows: extensions.of(rowReferencesPoint).map(({ data }) => data),
  };
}

/** A module with unusable tables counts as not loaded, as at the start of a server. */
async function usableTables(extensions: Extensions): Promise<ModuleTables[]> {
  const usable: ModuleTables[] = [];
  for (const extension of extensions.of(tablesPoint)) {
    try {
      usable.push(await loadTables(extension));
    } catch (error) {
      if (!tablesRefused.is(error)) throw error;
    }
  }
  return usable;
}

/** Reads a non-empty database as of one moment. Throws `no_data` when it is empty. */
export async function withSnapshot<T>(
  engine: DatabaseEngine,
  { modules }: Declared,
  { host, read }: { host: HostInfo; read: (view: Snapshot, inventory: Inventory) => Promise<T> },
): Promise<T> {
  const view = await engine.snapshot({ log: host.log });
  try {
    const inventory = await inventoryOf(view, modules);
    if (inventory.migrations.length === 0) throw noData({ location: engine.location });
    return await read(view, inventory);
  } finally {
    await view.close();
  }
}

/** Leaves out modules whose tables cannot be backed up. */
async function inventoryOf(view: Snapshot, modules: readonly ModuleTables[]): Promise<Inventory> {
  try {
    return await takeInventory(view, modules);
  } catch (error) {
    const others = modules.filter(
      ({ module }) => !isSvcError(error) || module !== error.details['module'],
    );
    if (others.length === modules.length) throw error;
    return inventoryOf(view, others);
  }
}

export async function openBlobs(folder: string, { clock }: HostInfo): Promise<BlobFolder> {
  const blobs = new BlobFolder(folder);
  await blobs.prepare(clock());
  return blobs;
}
