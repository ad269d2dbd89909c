import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeOnSqlite, type DatabaseLocation } from '../contract/databases.js';
import { changeRows } from '../e2e/registry-server.js';
import { countsOf } from './harness/counts.js';
import { expectedState, LedgerServer, NEWEST } from './harness/ledger-server.js';

import { NO_VOLUMES, Volume } from './harness/volumes.js';

const ENTRIES = 10_000;
/** Tells what is left on the volume. */
const AND_LIST = '"$@"; code=$?; echo "left: [$(ls -A "$0")]" >&2; exit $code';
const NO_ROOM = { code: 6, stdout: expect.stringContaining('insufficient_storage') };

const describeWithVolumes = (name: string, suite: () => void): void => {
  if (NO_VOLUMES === undefined) describe(name, suite);
  else describe.skip(`${name}: ${NO_VOLUMES}`, suite);
};

describeWithVolumes('a backup service on a full volume', () => {
  describeOnSqlite('leaves everything as it was', (database) => {
    const counts = countsOf('data kept on a full volume');
    let ledger: LedgerServer;
    let location: DatabaseLocation;
    let base: string;

    beforeAll(async () => {
      ledger = await LedgerServer.open(database);
      location = await ledger.location(1);
      await ledger.fill(location, ENTRIES);
      await changeRows(
        location,
        `UPDATE ledger_entry SET note = note || ' ${randomBytes(150).toString('hex')}'`,
      );
      base = join(ledger.program.cwd, 'base.tar');
      expect(await ledger.run(location, ['server', 'backup', base])).toMatchObject({ code: 0 });
    });

    afterAll(async () => {
      expect(await ledger.state(location)).toEqual(expectedState(NEWEST, ENTRIES));
      await ledger.close();
    });

    const onVolume = (
      folder: string,
      args: readonly string[],
      env: Record<string, string | undefined> = location.env,
    ) => {
      counts.add('commands without room');
      const { through } = new Volume(folder, { size: '1m', run: AND_LIST });
      return ledger.program.run(args, { env, through });
    };

    it('when it backs up: no file is there, not even a part of one', async () => {
      const folder = join(ledger.program.cwd, 'volume');
      const { stderr, ...finished } = await onVolume(folder, [
        'server',
        'backup',
        join(folder, 'full.tar'),
        '--json',
      ]);
      expect(finished).toMatchObject(NO_ROOM);
      expect(stderr.trim()).toBe('left: []');
    });

    it('when it restores: there is no database', async () => {
      const empty = await ledger.location();
      const folder = join(empty.dataDir, 'volume');
      const env = { ...empty.env, SVC_DATABASE_URL: `sqlite:${folder}/registry.db` };
      const { stderr, ...finished } = await onVolume(
        folder,
        ['server', 'restore', base, '--json'],
        env,
      );
      expect(finished).toMatchObject(NO_ROOM);
      expect(stderr).toMatch(/^left: \[server\.lock\]$/m);
    });

    it('when it keeps the rows before an upgrade: the upgrade does not begin', async () => {
      await ledger.install(location, NEWEST);
      const folder = join(location.dataDir, 'backups');
      const start = ['serve', '--port', '0', '--json'];
      const small = new Volume(folder, { size: '100k', run: AND_LIST });
      const { stderr, ...finished } = await ledger.program.run(start, {
        env: location.env,
        through: small.through,
      });
      counts.add('commands without room');
      expect(finished).toMatchObject(NO_ROOM);
      expect(stderr).toContain('left: []');
      expect(await ledger.state(location)).toEqual(expectedState(1, ENTRIES));
      // there is room again
      await ledger.serveOnce(location);
      expect(await readdir(folder)).toHaveLength(1);
    });
  });
});
