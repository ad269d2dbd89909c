import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { LONG } from '../../faults/harness/rounds.js';
import { describeEachDatabase, describeOnPostgres, type DatabaseLocation } from '../databases.js';
import { AuditServer } from './audit-server.js';
import { Hold, holding, releaseAll } from './held-commits.js';

const NEXT_DAY = 24;

describeEachDatabase('a day of the audit log', (database) => {
  let audit: AuditServer;

  beforeEach(async () => {
    audit = await AuditServer.start(database, {
      modules: [holding],
      env: { SVC_AUDIT_KEEP_DAYS: '1' },
    });
  });
  afterEach(async () => {
    releaseAll();
    await audit.stop();
  });

  const expectIntact = async (): Promise<void> => {
    expect(await audit.verify()).toEqual({ expired: 0, differences: [] });
  };

  it('is closed when it has been over for an hour', async () => {
    await audit.change('one');
    for (const [hours, digests] of [
      [15.999, []],
      [0.001, ['2026-03-01 1']],
    ] as const) {
      await audit.later(hours);
      await audit.closeDays();
      expect(await audit.digests()).toEqual(digests);
    }
  });

  it('is closed before the days behind it, all that are over at once, and none without events', async () => {
    for (const [hours, name] of [
      [NEXT_DAY, 'one'],
      [3 * NEXT_DAY, 'two'],
      [0, 'three'],
      [NEXT_DAY, 'four'],
    ] as const) {
      await audit.change(name);
      await audit.later(hours);
    }
    await audit.closeDays();
    expect(await audit.digests()).toEqual(['2026-03-01 1', '2026-03-02 1', '2026-03-05 2']);
    await audit.save();
    await expectIntact();
  });

  it('takes no event of a clock that is behind', async () => {
    await audit.change('one');
    await audit.later(NEXT_DAY);
    await audit.closeDays();
    const before = await audit.save();
    await audit.later(-10);
    await audit.change('two');
    expect(await audit.events()).toEqual([
      '2026-03-01T09:00:00.000Z one',
      '2026-03-02T00:00:00.000Z two',
    ]);
    await audit.later(NEXT_DAY + 10);
    await audit.closeDays();
    expect(await audit.digests()).toEqual(['2026-03-01 1', '2026-03-02 1']);
    expect(await audit.verify(before)).toEqual({ expired: 0, differences: [] });
    await audit.save();
    await expectIntact();
  });

  it('that somebody still writes into is closed with what they write', async () => {
    await audit.change('one');
    const hold = new Hold();
    const changing = audit.change('two');
    await hold.reached;
    const { clock } = audit.server;
    const morning = clock.now;
    clock.now = new Date(morning.getTime() + NEXT_DAY * 3_600_000);
    // on PostgreSQL it gives up; on SQLite it has read one event, waits for the unit that is held, finds two and gives up
    const closing = audit.closeDays();
    await (database.engine === 'postgres' ? closing : setTimeout(200));
    hold.release();
    await Promise.all([changing, closing]);
    await audit.later(0);
    if (database.engine === 'postgres') expect(await audit.digests()).toEqual([]);
    await audit.closeDays();
    expect(await audit.digests()).toEqual(['2026-03-01 2']);
    await audit.save();
    await expectIntact();
  });

  it('may be exported while somebody writes into it', async () => {
    await audit.change('one');
    const hold = new Hold();
    const changing = audit.change('two');
    await hold.reached;
    const lines = audit.save();
    if (database.engine === 'postgres') expect(await lines).toHaveLength(2);
    hold.release();
    await Promise.all([changing, lines]);
    await audit.change('three');
    await expectIntact();
  });

  it('is read in pages, however many events it has', async () => {
    await audit.change('one');
    await audit.multiply(1_200);
    await audit.later(NEXT_DAY);
    await audit.closeDays();
    expect(await audit.digests()).toEqual(['2026-03-01 1201']);
    await audit.save();
    await expectIntact();
  });

  (LONG ? it : it.skip)(
    'with 200,000 events costs no more memory than a page of them, closed and removed',
    async () => {
      await audit.change('one');
      await audit.multiply(200_000);
      await audit.later(2 * NEXT_DAY);
      expect(await growth(() => audit.closeDays())).toBeLessThan(30);
      expect(await audit.digests()).toEqual(['2026-03-01 200001']);
      expect(await growth(() => audit.removeOld())).toBeLessThan(30);
      expect(await audit.digests()).toEqual(['2026-03-01 200001 removed']);
    },
    600_000,
  );
});

/** By how many MiB the memory in use grew at most, without what is only waiting to be collected. */
async function growth(work: () => Promise<void>): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = (): number => {
    collect();
    return process.memoryUsage().heapUsed / 2 ** 20;
  };
  const before = used();
  let most = 0;
  const timer = setInterval(() => (most = Math.max(most, used() - before)), 250);
  await work();
  clearInterval(timer);
  return most;
}

describeOnPostgres('two servers on one audit log', (database) => {
  const servers: AuditServer[] = [];
  let location: DatabaseLocation;
  let one: AuditServer;
  let other: AuditServer;

  beforeEach(async () => {
    location = await database.create();
    one = await AuditServer.start(database, { location, founds: true, modules: [holding] });
    other = await AuditServer.start(database, { location, modules: [holding] });
    servers.push(one, other);
  });
  afterEach(async () => {
    releaseAll();
    for (const server of servers.splice(0)) await server.stop();
  });

  it('agree on what is closed, whatever their clocks say', async () => {
    await one.change('one');
    await one.later(NEXT_DAY);
    await one.closeDays();
    const kept = await one.save();
    // the clock of the other is a day behind
    await other.change('two');
    expect(await other.events()).toEqual([
      '2026-03-01T09:00:00.000Z one',
      '2026-03-02T00:00:00.000Z two',
    ]);
    await other.later(2 * NEXT_DAY);
    await Promise.all([one.closeDays(), other.closeDays()]);
    expect(await other.digests()).toEqual(['2026-03-01 1', '2026-03-02 1']);
    expect(await one.verify(kept)).toEqual({ expired: 0, differences: [] });
    await other.save();
    expect(await other.verify()).toEqual({ expired: 0, differences: [] });
  });

  it('do not close a day while the other writes into it', async () => {
    await other.change('one');
    const hold = new Hold();
    const changing = one.change('two');
    await hold.reached;
    await other.later(NEXT_DAY);
    await other.closeDays();
    expect(await other.digests()).toEqual([]);
    hold.release();
    await changing;
    await other.closeDays();
    expect(await other.digests()).toEqual(['2026-03-01 2']);
  });

  it('close the same days at once', async () => {
    await one.change('one');
    await one.later(NEXT_DAY);
    await other.later(NEXT_DAY);
    await one.change('two');
    for (const server of servers) await server.later(NEXT_DAY);
    await Promise.all(servers.map((server) => server.closeDays()));
    expect(await one.digests()).toEqual(['2026-03-01 1', '2026-03-02 1']);
  });
});
