import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { tables as auditTables } from '../../../modules/audit/server/tables.js';
import { tables as identityTables } from '../../../modules/identity/server/tables.js';
import {
  describeEachDatabase,
  describeOnPostgres,
  describeOnSqlite,
  type DatabaseLocation,
  type TestDatabase,
} from '../databases.js';
import { aTask, backupIn, backupServiceOf } from '../server-data/backup-service.js';
import { AuditServer } from './audit-server.js';

const DAY = 24;
const KEPT = { SVC_AUDIT_KEEP_DAYS: '1' };

let audit: AuditServer;
let from: DatabaseLocation;
let lines: readonly string[];
let shown: readonly (readonly string[])[];

/** A log with a day that was removed, one that is closed and one that is open; exported before the removal. */
async function fill(database: TestDatabase): Promise<void> {
  from = await database.create();
  audit = await AuditServer.start(database, { location: from, founds: true, env: KEPT });
  for (const name of ['one', 'two', 'three']) {
    await audit.change(name);
    await audit.later(DAY);
  }
  await audit.later(-DAY);
  await audit.closeDays();
  lines = await audit.save();
  await audit.removeOld();
  shown = [await audit.events(), await audit.digests()];
  await audit.stop();
}

/** The same log on another place, held against what was exported from the first. */
async function expectSame(database: TestDatabase, location: DatabaseLocation): Promise<void> {
  audit = await AuditServer.start(database, { location, founds: false, env: KEPT });
  await audit.later(3 * DAY);
  expect([await audit.events(), await audit.digests()]).toEqual(shown);
  expect(shown[1]).toEqual(['2026-03-01 1 removed', '2026-03-02 1']);
  expect(await audit.verify(lines)).toEqual({ expired: 1, differences: [] });
  for (const table of ['audit_events', 'audit_digests', 'audit_removed_days']) {
    await expect(audit.write((manager) => manager.query(`DELETE FROM ${table}`))).rejects.toThrow(
      'only appended to',
    );
  }
  await audit.closeDays();
  await audit.removeOld();
  expect(await audit.digests()).toEqual([
    '2026-03-01 1 removed',
    '2026-03-02 1 removed',
    '2026-03-03 1',
  ]);
  expect(await audit.verify(lines)).toEqual({ expired: 2, differences: [] });
}

const tables = [
  { module: 'identity', ...identityTables },
  { module: 'audit', ...auditTables },
];
const backupService = (location: DatabaseLocation) => backupServiceOf(location, tables);

describeEachDatabase('the audit log', (database) => {
  beforeEach(() => fill(database));
  afterEach(() => audit.stop());

  it('is restored from a backup, over another one too', async () => {
    const file = backupIn(from, 'backup.tar');
    await backupService(from).backup({ file, rowsOnly: false }, aTask());
    const to = await database.create();
    await backupService(to).restore({ file, force: false }, aTask());
    await backupService(to).restore({ file, force: true }, aTask());
    await expectSame(database, to);
  });
});

describeOnSqlite('the audit log', (sqlite) => {
  describeOnPostgres('and', (postgres) => {
    afterEach(() => audit.stop());

    it.each([
      { way: 'from SQLite to PostgreSQL', source: sqlite, target: postgres },
      { way: 'from PostgreSQL to SQLite', source: postgres, target: sqlite },
    ])('moves $way', async ({ source, target }) => {
      await fill(source);
      const to = await target.create();
      await backupService(from).move({ from: from.url, to: to.url }, aTask());
      await expectSame(target, to);
    });
  });
});
