import type { Extensions, HostInfo } from 'svc-registry/kernel';
import { noData } from '../../contract/data-errors.js';
import { blobReferencesPoint, rowReferencesPoint, type ColumnName } from '../../contract/references.js';
import { BlobFolder } from '../blobs/blob-folder.js';
import type { DatabaseEngine } from '../database-engine.js';
import { collectTables, type ModuleTables } from '../module-tables.js';
import type { Snapshot } from '../snapshot/database-view.js';
import { takeInventory, type Inventory } from '../snapshot/stored-tables.js';

/** What the modules say about their data. */
export interface Declared {
  readonly modules: readonly ModuleTables[];
  readonly contents: readonly ColumnName[];
  readonly rows: readonly (ColumnName & { readonly to: ColumnName })[];
}

export async function declaredBy(extensions: Extensions): Promise<Declared> {
  return {
    modules: await collectTables(extensions),
    contents: extensions.of(blobReferencesPoint).map(({ data }) => data),
    rows: extensions.of(rowReferencesPoint).map(({ data }) => data),
  };
}

/** Reads a database that holds something as of one moment. */
export async function withSnapshot<T>(
  engine: DatabaseEngine,
  { modules }: Declared,
  { host, read }: { host: HostInfo; read: (view: Snapshot, inventory: Inventory) => Promise<T> },
): Promise<T> {
  const view = await engine.snapshot({ log: host.log });
  try {
    const inventory = await takeInventory(view, modules);
    if (inventory.migrations.length === 0) throw noData({ location: engine.location });
    return await read(view, inventory);
  } finally {
    await view.close();
  }
}

export async function openBlobs(folder: string, { clock }: HostInfo): Promise<BlobFolder> {
  const blobs = new BlobFolder(folder);
  await blobs.prepare(clock());
  return blobs;
}
