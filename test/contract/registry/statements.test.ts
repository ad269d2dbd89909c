import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { longReadsKey, readDatabaseKey } from '../../../modules/persistence/contract/db.js';
import {
  downloadFile,
  listTiles,
  matchTiles,
  searchRegistry,
  viewTile,
  viewVersion,
} from '../../../modules/registry/contract/operations.js';
import { describeEachDatabase } from '../databases.js';
import { StatementLog } from '../statement-log.js';
import { RegistryHost } from './registry-host.js';

// The accounts of this suite live in memory: what is counted are the registry's own statements. Recognising a
// signed-in caller costs one more.
describeEachDatabase('statements of a read', (database) => {
  let registry: RegistryHost;
  const log = new StatementLog();

  beforeAll(async () => {
    registry = await RegistryHost.start(await database.create());
    await registry.publish({ rules: { a: 'A' }, files: { 'README.md': 'Read me' } });
    const reads = await registry.host.get(readDatabaseKey);
    const { manager } = reads;
    manager.connection.logger = log;
    // TypeORM logs no statement that SQLite keeps prepared
    Object.assign(reads, {
      prepared: (sql: string, values: unknown[]) => manager.query(sql, values),
    });
    const searches = await registry.host.get(longReadsKey);
    await searches.run(({ manager: { connection } }) =>
      Promise.resolve(Object.assign(connection, { logger: log })),
    );
  });
  afterAll(async () => {
    await registry.stop();
  });

  const demo = { workspace: 'acme', tile: 'demo' };
  const count = async (work: () => Promise<unknown>): Promise<number> => {
    log.statements.length = 0;
    await work();
    return log.statements.length;
  };

  it.each([undefined, 'member'])('a plugin with its latest version: one (%s)', async (token) => {
    expect(await count(() => registry.invoke(viewTile, demo, { token }))).toBe(1);
  });

  it('a version: one', async () => {
    expect(await count(() => registry.invoke(viewVersion, { ...demo, version: '1.0.0' }))).toBe(1);
    expect(await count(() => registry.invoke(viewVersion, { ...demo, version: 'latest' }))).toBe(1);
  });

  it('a file: two; a name that cannot exist: none', async () => {
    expect(
      await count(() =>
        registry.invoke(downloadFile, { ...demo, version: '1.0.0', filePath: 'rules/a.md' }),
      ),
    ).toBe(2);
    const impossible = registry.invoke(viewTile, { workspace: '..', tile: 'x' });
    await expect(impossible).rejects.toMatchObject({ status: 404 });
    expect(await count(() => impossible.catch(() => undefined))).toBe(0);
  });

  it('plugins for a thousand packages: one', async () => {
    const purls = Array.from({ length: 1000 }, (_, at) => `pkg:npm/package-${at}`);
    expect(await count(() => registry.invoke(matchTiles, { purls }, { token: 'member' }))).toBe(1);
    expect(await count(() => registry.invoke(matchTiles, { purls: [] }))).toBe(0);
  });

  it('a list: one; a search: two, one more for what nobody uses, and one where hits match alike', async () => {
    expect(await count(() => registry.invoke(listTiles, {}))).toBe(1);
    expect(await count(() => registry.invoke(searchRegistry, {}))).toBe(1);
    expect(await count(() => registry.invoke(searchRegistry, { query: 'demo' }))).toBe(2);
    expect(await count(() => registry.invoke(searchRegistry, { query: 'damo' }))).toBe(3);
    for (const name of ['acme/walrus-a', 'acme/walrus-b']) await registry.publish({ name });
    expect(await count(() => registry.invoke(searchRegistry, { query: 'walrus' }))).toBe(3);
  });
});
