import { randomBytes } from 'node:crypto';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import {
  hostKey,
  type BackupService,
  type Caller,
  type ModuleDeclaration,
} from 'svc-registry/kernel';
import { readDatabaseKey, unitOfWorkKey } from 'svc-registry/db';
import { secretsKey } from 'svc-registry/secrets';
import { startTestHost, type TestHost } from 'svc-registry/testing';
import { makeBackupService } from '../../../modules/persistence/server/backup-service/backup-service.js';
import { changeRows } from '../../e2e/registry-server.js';
import { itInTurn } from '../databases-by-day.js';
import {
  describeEachDatabase,
  describeOnPostgres,
  describeOnSqlite,
  type DatabaseLocation,
} from '../databases.js';
import { aTask, backupIn } from '../server-data/backup-service.js';

const FIXTURE = join(import.meta.dirname, '../../fixtures/modules/vault/module.js');
const { default: module } = (await import(pathToFileURL(FIXTURE).href)) as {
  default: ModuleDeclaration;
};
const COLUMN = 'vault.keys';
const operator: Caller = { kind: 'system', id: null, label: 'operator of the server' };
const newKey = (): string => randomBytes(32).toString('base64');

interface Row {
  readonly id: string;
  readonly sealed: string;
}

interface Rotation {
  readonly key: string;
  readonly sealed: number;
  readonly left: readonly string[];
}

/** A server that keeps keys of other services. */
class Vault {
  constructor(
    readonly location: DatabaseLocation,
    readonly host: TestHost,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  /** Stores so many keys in one unit of work. */
  async keep(count: number): Promise<void> {
    const rows = await Promise.all(Array.from({ length: count }, () => this.sealed()));
    const units = (await this.#services()).get(unitOfWorkKey);
    await units.run(async (manager) => {
      for (const row of rows) await manager.insert('vault_keys', row);
    });
  }

  async sealed(id: string = crypto.randomUUID(), key = `key of ${id}`): Promise<Row> {
    const secrets = (await this.#services()).get(secretsKey);
    return { id, sealed: await secrets.seal(key, { column: COLUMN, row: id }) };
  }

  /** The database as of now. */
  async rows(): Promise<Row[]> {
    const { manager } = (await this.#services()).get(readDatabaseKey);
    return manager.query('SELECT id, sealed FROM vault_keys ORDER BY id');
  }

  async open({ id, sealed }: Row): Promise<string> {
    return (await this.#services()).get(secretsKey).open(sealed, { column: COLUMN, row: id });
  }

  /** Every stored key opens, and is the one of its row. */
  async isWhole(): Promise<void> {
    for (const row of await this.rows()) expect(await this.open(row)).toBe(`key of ${row.id}`);
  }

  async rotate(): Promise<Rotation> {
    const rotated = await this.host.server!.invoke('secrets.rotate', {}, { caller: operator });
    return rotated as Rotation;
  }

  /** Works on the data of this location or another, as the commands do. */
  async data(env: Readonly<Record<string, string>> = this.env): Promise<BackupService> {
    const { server } = this.host;
    const host = { ...(await server!.get(hostKey)), env };
    return makeBackupService({ host, extensions: server!.extensions });
  }

  async problems(): Promise<readonly string[]> {
    return (await (await this.data()).check({ fast: true }, aTask())).problems;
  }

  #services() {
    return this.host.server!.services('vault');
  }
}

const keyOf = ({ sealed }: Row): string => sealed.slice(2, 10);

describeEachDatabase('stored secrets', (database) => {
  const it = itInTurn(database);
  let location: DatabaseLocation;
  let key: string;
  let vault: Vault;
  const hosts: TestHost[] = [];

  /** On PostgreSQL with these keys; on SQLite the server makes its own. */
  const open = async (at: DatabaseLocation, keys: string): Promise<Vault> => {
    const env = { ...at.env, ...(database.engine === 'postgres' && { SVC_SECRET_KEY: keys }) };
    const host = await startTestHost({ modules: [module], env });
    hosts.push(host);
    return new Vault(at, host, env);
  };

  beforeEach(async () => {
    location = await database.create();
    key = newKey();
    vault = await open(location, key);
  });

  afterEach(async () => {
    for (const host of hosts.splice(0).reverse()) await host.stop();
  });

  it('are sealed in the database, and open for the module that stored them', async () => {
    const options = { modules: [module], organization: 'acme' };
    await startTestHost(
      { ...options, env: { SVC_SECRET_KEY: key } },
      async ({ people, server }) => {
        const input = { workspace: 'acme', key: 'sk-very-secret-1234' };
        const kept = (await people.publisher.invoke('vault.keep', input)) as { id: string };
        expect(kept).toEqual({ id: expect.any(String), ending: '1234' });
        const ref = { workspace: 'acme', id: kept.id };
        expect(await people.member.invoke('vault.view', ref)).toEqual(kept);
        const { manager } = (await server!.services('vault')).get(readDatabaseKey);
        const stored = JSON.stringify(await manager.query('SELECT * FROM vault_keys'));
        expect(stored).toMatch(/"1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]{47}"/);
        expect(stored).not.toContain('secret');
      },
    );
  });

  it('of another row do not open, and are found by a check', async () => {
    await vault.keep(3);
    expect(await vault.problems()).toEqual([]);
    const [first, second, third] = (await vault.rows()) as [Row, Row, Row];
    await changeRows(
      location,
      `UPDATE vault_keys SET sealed = '${first.sealed}' WHERE id = '${second.id}'`,
    );
    await changeRows(location, `UPDATE vault_keys SET sealed = 'plain' WHERE id = '${third.id}'`);
    await expect(vault.open({ ...second, sealed: first.sealed })).rejects.toMatchObject({
      code: 'secret_unreadable',
    });
    expect(await vault.problems()).toEqual([
      expect.stringMatching(
        /^1 sealed value of vault_keys\.sealed cannot be opened: it is not what/,
      ),
      expect.stringMatching(
        /^1 sealed value of vault_keys\.sealed cannot be opened: it is not a sealed/,
      ),
    ]);
  });

  it('are sealed again with a new key, all but those that do not open', async () => {
    await vault.keep(250);
    const before = await vault.rows();
    await changeRows(
      location,
      `UPDATE vault_keys SET sealed = 'plain' WHERE id = '${before[7]!.id}'`,
    );
    const { host } = await rotating();
    expect(await host.rotate()).toEqual({
      key: expect.stringMatching(/^[0-9a-f]{8}$/),
      sealed: 249,
      left: ['1 value of vault_keys.sealed; `svc server check` says why'],
    });
    const after = await host.rows();
    expect(new Set(after.map(keyOf))).toEqual(new Set([keyOf(after[0]!), 'plain'.slice(2, 10)]));
    expect(keyOf(after[0]!)).not.toBe(keyOf(before[0]!));
    await changeRows(location, `DELETE FROM vault_keys WHERE sealed = 'plain'`);
    await host.isWhole();
    // values of before open too: of a backup, or of a unit of work that is not committed yet
    for (const row of before) expect(await host.open(row)).toBe(`key of ${row.id}`);
  });

  it('that are stored while others are sealed again are not overwritten', async () => {
    await vault.keep(250);
    const before = await vault.rows();
    const { host } = await rotating();
    const writing = (async () => {
      for (const { id } of before.filter((_row, at) => at % 5 === 0)) {
        const { sealed } = await host.sealed(id, `new key of ${id}`);
        const units = (await host.host.server!.services('vault')).get(unitOfWorkKey);
        await units.run((manager) => manager.update('vault_keys', { id }, { sealed }));
      }
    })();
    await Promise.all([host.rotate(), writing]);
    // what was sealed just before there was a new key, and stored afterwards, is left to the next run
    expect((await host.rotate()).left).toEqual([]);
    for (const [at, row] of (await host.rows()).entries())
      expect(await host.open(row)).toBe(`${at % 5 === 0 ? 'new ' : ''}key of ${row.id}`);
  });

  /** The server as it is rotated: on PostgreSQL with a new key in front. */
  async function rotating(): Promise<{ host: Vault }> {
    return {
      host: database.engine === 'sqlite' ? vault : await open(location, `${newKey()},${key}`),
    };
  }

  it('are in a backup, their keys are not: a restore on another machine says so', async () => {
    await vault.keep(2);
    const file = backupIn(location);
    await (await vault.data()).backup({ file, rowsOnly: false }, aTask());
    const to = await database.create();
    const task = aTask();
    const stranger = { ...to.env, SVC_SECRET_KEY: database.engine === 'postgres' ? newKey() : '' };
    await (await vault.data(stranger)).restore({ file, force: false }, task);
    const id = keyOf((await vault.rows())[0]!);
    expect(task.warnings).toEqual([
      expect.stringContaining(
        `2 sealed values of vault_keys.sealed cannot be opened: the server does not have its key, ${id}.`,
      ),
    ]);
    if (database.engine === 'sqlite')
      await copyFile(join(location.dataDir, 'secret.key'), join(to.dataDir, 'secret.key'));
    const restored = await open(to, key);
    expect(await restored.problems()).toEqual([]);
    await restored.isWhole();
  });

  it('need no key where there are none', async () => {
    await vault.rows();
    const data = await vault.data({ ...location.env, SVC_SECRET_KEY: '' });
    expect((await data.check({ fast: true }, aTask())).problems).toEqual([]);
  });
});

describeOnSqlite('a server whose keys cannot be used', (database) => {
  it('says so when it starts, without the keys', async () => {
    const { env } = await database.create();
    const host = await startTestHost({ modules: [module], env: { ...env, SVC_SECRET_KEY: 'abc' } });
    await expect(host.server!.services('vault')).rejects.toMatchObject({
      message: expect.stringMatching(/SVC_SECRET_KEY cannot be used: key 1 of 1 is not 32 bytes/),
    });
    await host.stop();
  });
});

describeOnSqlite('moving a server with sealed values', (sqlite) => {
  describeOnPostgres('to PostgreSQL', (postgres) => {
    it('says that the keys have to come along', async () => {
      const [from, to] = [await sqlite.create(), await postgres.create()];
      const started = async (env: Record<string, string>): Promise<Vault> =>
        new Vault(from, await startTestHost({ modules: [module], env }), env);
      const before = await started(from.env);
      await before.keep(3);
      await before.host.stop();
      const other = await started((await sqlite.create()).env);
      const task = aTask();
      await (await other.data(from.env)).move({ from: from.url, to: to.url }, task);
      await other.host.stop();
      expect(task.warnings).toEqual([expect.stringContaining('SVC_SECRET_KEY')]);
      const keys = (await readFile(join(from.dataDir, 'secret.key'), 'utf8')).trim();
      const moved = await started({ ...to.env, SVC_SECRET_KEY: keys });
      expect(await moved.rows()).toHaveLength(3);
      await moved.isWhole();
      await moved.host.stop();
    });
  });
});
