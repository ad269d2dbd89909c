import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DatabaseLocation } from '../contract/databases.js';
import { describeByDayOn } from '../contract/databases-by-day.js';
import { shareOf } from '../contract/databases-by-day.js';
import { changeRows } from '../e2e/registry-server.js';
import { countsOf } from './harness/counts.js';
import { expectedState, LedgerServer, NEWEST } from './harness/ledger-server.js';
import { between, rounds } from './harness/rounds.js';
import { rowsOf } from './harness/stored.js';
import { pointsOf } from './points.js';

/** Enough that a command takes a while. */
const ENTRIES = 20_000;
const KILLED = 137;

describeByDayOn('postgres', 'a backup service that is killed', (database) => {
  const counts = countsOf(`killed while backing up, restoring and moving, on ${database.label}`);
  let ledger: LedgerServer;
  let source: DatabaseLocation;
  let base: string;
  let nextFile = 0;

  beforeAll(async () => {
    ledger = await LedgerServer.open(database);
    source = await ledger.location(1);
    await ledger.fill(source, ENTRIES);
    // rows of some length, so that the file does not fit into one buffer
    await changeRows(
      source,
      `UPDATE ledger_entry SET note = note || ' ${randomBytes(100).toString('hex')}'`,
    );
    await ledger.install(source, NEWEST);
    await ledger.serveOnce(source);
    base = join(ledger.program.cwd, 'base.tar');
    expect(await ledger.run(source, ['server', 'backup', base])).toMatchObject({ code: 0 });
  });

  afterAll(async () => {
    expect(await ledger.state(source)).toEqual(expectedState(NEWEST, ENTRIES));
    await ledger.close();
  });

  /** Nothing, or everything. */
  async function filled(location: DatabaseLocation): Promise<boolean> {
    const state = await ledger.state(location);
    if (state !== undefined) expect(state).toEqual(expectedState(NEWEST, ENTRIES));
    const check = await ledger.run(location, ['server', 'check']);
    expect(check.code).toBe(state === undefined ? 4 : 0);
    return state !== undefined;
  }

  const command = {
    restore: () => ['server', 'restore', base],
    move: (to: DatabaseLocation) => [
      'server',
      'move',
      '--from',
      source.url,
      '--to',
      to.url,
      '--blobs',
      `file:${to.dataDir}/blobs`,
    ],
  };

  /** A move is run with the settings of its source. */
  const killed = (name: keyof typeof command, to: DatabaseLocation, how: string | number) =>
    ledger.killed(name === 'move' ? source : to, command[name](to), how);

  const overNothing = pointsOf('kill-the-backup-service').filter(
    ({ name }) => !name.endsWith('restore-kept'),
  );
  it.each(shareOf(overNothing, database))(
    'at $name: what is there then is the $leaves state',
    async ({ name, leaves }) => {
      for (let round = 0; round < rounds(1, 10); round += 1) {
        if (name.endsWith('backup-written')) {
          const file = join(ledger.program.cwd, `${round}.tar`);
          expect(await ledger.killed(source, ['server', 'backup', file], name)).toMatchObject({
            code: KILLED,
          });
          expect(await readdir(ledger.program.cwd)).not.toContain(`${round}.tar`);
          expect(await ledger.run(source, ['server', 'backup', file])).toMatchObject({ code: 0 });
          counts.add('kills');
          continue;
        }
        for (const what of ['restore', 'move'] as const) {
          const location = await ledger.location();
          expect(await killed(what, location, name)).toMatchObject({ code: KILLED });
          counts.add('kills');
          expect(await filled(location)).toBe(leaves === 'new');
          if (leaves === 'new') continue;
          expect(
            await ledger.run(what === 'move' ? source : location, command[what](location)),
          ).toMatchObject({ code: 0 });
          expect(await filled(location)).toBe(true);
        }
      }
    },
  );

  it('at each point of a restore over present data: these, or the new ones', async () => {
    const restoring = pointsOf('kill-the-backup-service').filter(({ name }) =>
      name.includes('restore'),
    );
    const points = shareOf(restoring, database).filter(
      ({ name }) => database.engine === 'sqlite' || !name.endsWith('kept'),
    );
    for (let round = 0; round < rounds(1, 10); round += 1) {
      for (const { name, leaves } of points) {
        const location = await ledger.location();
        await ledger.serveOnce(location);
        await changeRows(
          location,
          `INSERT INTO ledger_entry (id, amount, note, colour) VALUES (1, 5, 'present', 'red')`,
        );
        expect(
          await ledger.killed(location, ['server', 'restore', base, '--force'], name),
        ).toMatchObject({ code: KILLED });
        counts.add('kills');
        const notes = await rowsOf<{ note: string }>(
          location,
          'SELECT note FROM ledger_entry ORDER BY id LIMIT 2',
        );
        if (leaves === 'old') expect(notes).toEqual([{ note: 'present' }]);
        else expect(notes).toHaveLength(2);
        expect(await ledger.run(location, ['server', 'check'])).toMatchObject({ code: 0 });
        await dropKept(location);
      }
    }
  });

  it('at any moment', async () => {
    for (let round = 0; round < rounds(1, 100); round += 1) {
      nextFile += 1;
      const file = join(ledger.program.cwd, `any-${nextFile}.tar.gz`);
      const backup = await ledger.killed(source, ['server', 'backup', file], between(100, 2500));
      const there = (await readdir(ledger.program.cwd)).includes(`any-${nextFile}.tar.gz`);
      if (backup.code === 0) expect(there).toBe(true);
      counts.add(there ? 'backups that were whole' : 'backups that were not there');
      for (const what of ['restore', 'move'] as const) {
        const location = await ledger.location();
        const died = await killed(what, location, between(100, 3000));
        const whole = await filled(location);
        if (died.code === 0) expect(whole).toBe(true);
        counts.add(whole ? 'databases that were whole' : 'databases that were not there');
        if (what === 'restore' && there && !whole) {
          expect(await ledger.run(location, ['server', 'restore', file])).toMatchObject({
            code: 0,
          });
          expect(await filled(location)).toBe(true);
        }
      }
      counts.add('kills', 3);
    }
  });

  /** On PostgreSQL the present data were moved to a schema beside the one of the test. */
  async function dropKept(location: DatabaseLocation): Promise<void> {
    if (database.engine === 'sqlite') return;
    const kept = await rowsOf<{ nspname: string }>(
      location,
      `SELECT n.nspname FROM pg_namespace n JOIN pg_class c ON c.relnamespace = n.oid
       WHERE n.nspname LIKE 'before\\_restore\\_%' AND c.relname = 'ledger_entry'`,
    );
    for (const { nspname } of kept)
      await changeRows(location, `DROP SCHEMA IF EXISTS "${nspname}" CASCADE`);
  }
});
