import { expect, it } from '@jest/globals';
import { startTestHost } from 'svc-registry/testing';
import { builtInModules } from '../../../hosts/testing/built-in-modules.js';
import {
  blobReferencesPoint,
  rowReferencesPoint,
} from '../../../modules/persistence/contract/references.js';
import { readDatabaseKey } from '../../../modules/persistence/contract/db.js';
import { collectTables } from '../../../modules/persistence/server/module-tables.js';
import { postgresCatalog } from '../../../modules/persistence/server/postgres/postgres-catalog.js';
import {
  takeInventory,
  type Inventory,
} from '../../../modules/persistence/server/snapshot/stored-tables.js';
import { sqliteCatalog } from '../../../modules/persistence/server/sqlite/sqlite-catalog.js';
import { describeOnPostgres, describeOnSqlite, type DatabaseLocation } from '../databases.js';

const modules = await builtInModules();

interface Found {
  readonly inventory: Inventory;
  readonly contents: readonly string[];
  readonly rows: readonly string[];
}

/** What the product's own modules make of a new database. */
async function inventoryOf(location: DatabaseLocation): Promise<Found> {
  const host = await startTestHost({ modules, env: location.env });
  try {
    const { engine, manager } = await host.get(readDatabaseKey);
    const { extensions } = host.kernel;
    const catalog = engine === 'postgres' ? postgresCatalog : sqliteCatalog;
    const names = ({ table, column }: { table: string; column: string }) => `${table}.${column}`;
    return {
      inventory: await takeInventory({ runner: manager, catalog }, await collectTables(extensions)),
      contents: extensions.of(blobReferencesPoint).map(({ data }) => names(data)),
      rows: extensions.of(rowReferencesPoint).flatMap(({ data }) => [names(data), names(data.to)]),
    };
  } finally {
    await host.stop();
  }
}

const columnsOf = ({ inventory }: Found): string[] =>
  inventory.tables.flatMap(({ name, columns }) =>
    columns.map((column) => `${name}.${column.name} ${column.kind}`),
  );

describeOnSqlite('the tables of the built-in modules', (sqlite) => {
  it('name every content and every row of others that they refer to', async () => {
    const found = await inventoryOf(await sqlite.create());
    const columns = new Set(columnsOf(found).map((text) => text.split(' ')[0]));
    for (const name of [...found.contents, ...found.rows]) expect(columns).toContain(name);
    // contents are named by their SHA-256 only: what is called so and is not named here would be deleted
    expect([...columns].filter((name) => /sha256$/.test(name ?? '')).sort()).toEqual(
      [...found.contents].sort(),
    );
  });

  describeOnPostgres('and', (postgres) => {
    it('hold the same on both engines, so that data can move', async () => {
      const [one, other] = [
        await inventoryOf(await sqlite.create()),
        await inventoryOf(await postgres.create()),
      ];
      expect(columnsOf(one).length).toBeGreaterThan(50);
      expect(columnsOf(other)).toEqual(columnsOf(one));
      const keys = ({ inventory }: Found) =>
        inventory.tables.map(({ name, key }) => [name, key.map((column) => column.name)]);
      expect(keys(other)).toEqual(keys(one));
    });
  });
});
