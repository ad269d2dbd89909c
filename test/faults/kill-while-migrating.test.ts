import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeEachDatabase, type DatabaseLocation } from '../contract/databases.js';
import { itByDayOn, shareOf } from '../contract/databases-by-day.js';
import { changeRows } from '../e2e/registry-server.js';
import { countsOf } from './harness/counts.js';
import { expectedState, LedgerServer, NEWEST } from './harness/ledger-server.js';
import { between, LONG, rounds } from './harness/rounds.js';
import { rowsOf } from './harness/stored.js';
import { pointsOf } from './points.js';

const ENTRIES = 300;
const KILLED = 137;

describeEachDatabase('a server that dies while it migrates', (database) => {
  const onSqlite = itByDayOn('sqlite', database);
  const onPostgres = itByDayOn('postgres', database);
  const counts = countsOf(`K3 killed while migrating, on ${database.label}`);
  let ledger: LedgerServer;
  let base: string;

  beforeAll(async () => {
    ledger = await LedgerServer.open(database);
    const location = await ledger.location(1);
    await ledger.fill(location, ENTRIES);
    base = join(ledger.program.cwd, 'base.tar');
    expect(await ledger.run(location, ['server', 'backup', base])).toMatchObject({ code: 0 });
  });

  afterAll(() => ledger.close());

  async function ofFirstVersion(): Promise<DatabaseLocation> {
    const location = await ledger.location(1);
    expect(await ledger.run(location, ['server', 'restore', base])).toMatchObject({ code: 0 });
    return location;
  }

  /** The schema is that of a whole number of migrations with all rows; the old version runs with it or without; the new one goes on. */
  async function judge(location: DatabaseLocation): Promise<number> {
    const { applied } = (await ledger.state(location))!;
    expect(await ledger.state(location)).toEqual(expectedState(applied, ENTRIES));
    if (database.engine === 'sqlite')
      expect(await rowsOf(location, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    await ledger.install(location, 1);
    // a module from outside is left out; what is built in refuses the start as a whole
    const former = await ledger.serveOnce(location);
    expect(former.includes('newer than this program')).toBe(applied > 1);
    if (applied > 1) counts.add('refusals of the old version');
    expect(await ledger.state(location)).toEqual(expectedState(applied, ENTRIES));
    await ledger.install(location, NEWEST);
    await ledger.serveOnce(location);
    expect(await ledger.state(location)).toEqual(expectedState(NEWEST, ENTRIES));
    counts.add(`found at migration ${applied}`);
    return applied;
  }

  it.each(shareOf(pointsOf('kill-while-migrating'), database))(
    'at $name: what is there then is the $leaves state, of each migration',
    async ({ name, leaves }) => {
      const all = name.endsWith('upgrade-saved')
        ? [0]
        : Array.from({ length: NEWEST - 1 }, (_, at) => at);
      // on every change: each migration where it hurts most, and elsewhere the one that makes a table anew
      const some = LONG || name.endsWith('complete') ? all : all.slice(-2, -1);
      for (let round = 0; round < rounds(1, 10); round += 1) {
        for (const passed of some.length === 0 ? all : some) {
          const location = await ofFirstVersion();
          await ledger.install(location, NEWEST);
          expect(
            await ledger.killed(location, ['serve', '--port', '0'], `${name}:${passed}`),
          ).toMatchObject({ code: KILLED });
          counts.add('kills');
          expect(await judge(location)).toBe(1 + passed + (leaves === 'new' ? 1 : 0));
        }
      }
    },
  );

  it('at any moment', async () => {
    for (let round = 0; round < rounds(1, 100); round += 1) {
      const location = await ofFirstVersion();
      await ledger.install(location, NEWEST);
      await ledger.killed(location, ['serve', '--port', '0'], between(200, 1500));
      counts.add('kills');
      await judge(location);
    }
  });

  onSqlite('and the program itself does not start on tables of a newer version', async () => {
    const location = await ofFirstVersion();
    await changeRows(
      location,
      `INSERT INTO svc_migrations VALUES ('registry', 'OfTheFuture9999999999999', '2099-01-01T00:00:00.000Z')`,
    );
    const before = await ledger.state(location);
    for (const command of [
      ['serve', '--port', '0'],
      ['server', 'restore', base],
    ]) {
      const { code, stderr } = await ledger.run(location, command);
      expect({ code, newer: stderr.includes('is newer than this program') }).toEqual({
        code: 5,
        newer: command[0] === 'serve',
      });
    }
    expect(await ledger.run(location, ['server', 'check'])).toMatchObject({
      code: 8,
      stderr: expect.stringContaining('OfTheFuture'),
    });
    expect(await ledger.state(location)).toEqual(before);
  });

  if (database.engine === 'postgres') {
    it('and a server of the old version that runs answers all the time while a new one migrates', async () => {
      const location = await ofFirstVersion();
      const newer = await database.create();
      await ledger.install(newer, NEWEST);
      const old = await ledger.program.serve([], { env: location.env });
      const answers: number[] = [];
      const stop = new AbortController();
      const asking = (async () => {
        while (!stop.signal.aborted)
          for (const path of ['/ready', '/v1/tiles'])
            answers.push((await fetch(old.origin + path)).status);
      })();
      const later = await ledger.program.serve([], {
        env: {
          ...newer.env,
          SVC_DATABASE_URL: location.url,
          SVC_BLOB_URL: `file:${location.dataDir}/blobs`,
        },
      });
      expect(await ledger.state(location)).toEqual(expectedState(NEWEST, ENTRIES));
      stop.abort();
      await asking;
      expect(new Set(answers)).toEqual(new Set([200]));
      counts.add('answers while a newer version migrated', answers.length);
      for (const server of [later, old]) expect((await server.stop()).code).toBe(0);
    });
  }

  onPostgres('for the first time, on an empty database', async () => {
    for (let round = 0; round < rounds(1, 10); round += 1) {
      const location = await ledger.location();
      const died = await ledger.killed(
        location,
        ['serve', '--port', '0'],
        `persistence.migration-complete:${between(0, 8)}`,
      );
      expect(died).toMatchObject({ code: KILLED });
      counts.add('kills');
      await ledger.serveOnce(location);
      expect(await ledger.state(location)).toMatchObject({ applied: NEWEST, entries: 0 });
      expect(await ledger.run(location, ['server', 'check'])).toMatchObject({ code: 0 });
    }
  });
});
