import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { keptDays } from '../../../modules/audit/server/settings.js';
import { itInTurn } from '../databases-by-day.js';
import { describeEachDatabase, describeOnSqlite, type DatabaseLocation } from '../databases.js';
import { AuditServer } from './audit-server.js';

const DAY = 24;

describeEachDatabase('the retention time of the audit log', (database) => {
  const it = itInTurn(database);
  let audit: AuditServer;
  let location: DatabaseLocation;

  const start = async (env: Readonly<Record<string, string>>, founds = true) =>
    AuditServer.start(database, { location, founds, env });

  /** Five days with two events each, of which four are closed. */
  beforeEach(async () => {
    location = await database.create();
    audit = await start({ SVC_AUDIT_KEEP_DAYS: '2' });
    for (const name of ['one', 'two', 'three', 'four', 'five']) {
      await audit.change(`${name}-a`);
      await audit.later(1);
      await audit.change(`${name}-b`);
      await audit.later(DAY - 1);
    }
    await audit.later(-DAY);
    await audit.later(1);
    await audit.closeDays();
  });
  afterEach(() => audit.stop());

  const none = { expired: 0, differences: [] };

  it('is for ever where nobody has said otherwise', async () => {
    await audit.stop();
    audit = await start({}, false);
    await audit.later(9 * 365 * DAY);
    await audit.closeDays();
    await audit.removeOld();
    expect(await audit.events()).toHaveLength(10);
  });

  it('removes the events of older days and keeps their digests, whose chain goes on', async () => {
    const whole = await audit.save();
    await audit.removeOld();
    expect((await audit.events()).map((event) => event.slice(0, 10))).toEqual([
      ...['2026-03-03', '2026-03-03'],
      ...['2026-03-04', '2026-03-04'],
      ...['2026-03-05', '2026-03-05'],
    ]);
    expect(await audit.digests()).toEqual([
      '2026-03-01 2 removed',
      '2026-03-02 2 removed',
      '2026-03-03 2',
      '2026-03-04 2',
    ]);
    expect(await audit.verify(whole)).toEqual({ expired: 4, differences: [] });
    const rest = await audit.save();
    expect(rest.map((line) => Object.keys(JSON.parse(line) as object)[0])).toEqual([
      ...['day', 'day'],
      ...['id', 'id', 'day'],
      ...['id', 'id', 'day'],
      ...['id', 'id', 'exported'],
    ]);
    expect(await audit.verify(rest)).toEqual(none);
    await audit.later(DAY);
    await audit.closeDays();
    await audit.removeOld();
    expect(await audit.verify(whole)).toEqual({ expired: 6, differences: [] });
    expect(await audit.verify(rest)).toEqual({ expired: 2, differences: [] });
  });

  it.each([
    { since: '2026-03-01T09:30:00.000Z' },
    { until: '2026-03-02T09:30:00Z' },
    { since: '2026-03-02T09:30:00Z', until: '2026-03-02T20:00:00.000Z' },
    { since: '2026-03-02T09:30:00.000Z', until: '2026-03-04T09:30:00.000Z' },
  ])('is no difference to an export that begins or ends within a day: %j', async (range) => {
    const lines = await audit.save(range);
    const count = (from: string, to: string) =>
      lines.filter((line) => {
        const { at = '' } = JSON.parse(line) as { at?: string };
        return at >= from && at < to;
      }).length;
    expect(await audit.verify(lines)).toEqual(none);
    await audit.removeOld();
    expect(await audit.verify(lines)).toEqual({
      expired: count('2026-03-01', '2026-03-03'),
      differences: [],
    });
  });

  it('excuses nothing else: neither what was changed before nor what is missing of a later day', async () => {
    const whole = await audit.save();
    const damaged = whole.with(1, whole[1]!.replace('one-b', 'one-x'));
    const [, , first] = whole;
    const digest = (JSON.parse(first!) as { digest: string }).digest;
    await audit.removeOld();
    expect((await audit.verify(damaged)).differences).toEqual([
      { kind: 'digest', line: 3, what: '2026-03-01', at: null },
    ]);
    const rechained = whole.with(2, first!.replace(digest, 'f'.repeat(64)));
    expect(
      (await audit.verify(rechained)).differences.map(({ kind, line }) => [kind, line]),
    ).toEqual([
      ['digest', 3],
      ['digest', 6],
    ]);
  });

  it('lets nobody delete an event of a day that was not put down as removed, nor put down a day that has no digest', async () => {
    await audit.removeOld();
    const deleting = audit.write((manager) => manager.query('DELETE FROM audit_events'));
    await expect(deleting).rejects.toThrow('only appended to');
    for (const statement of [
      'UPDATE audit_removed_days SET day = day',
      'DELETE FROM audit_removed_days',
    ]) {
      await expect(audit.write((manager) => manager.query(statement))).rejects.toThrow(
        'only appended to',
      );
    }
    const open =
      "INSERT INTO audit_removed_days SELECT organization_id, '2026-03-05', removed_at FROM audit_removed_days LIMIT 1";
    await expect(audit.write((manager) => manager.query(open))).rejects.toThrow(/foreign key/i);
    expect(await audit.events()).toHaveLength(6);
  });

  it('goes on where a server was ended in the middle, even when there is no such time any more', async () => {
    const put =
      "INSERT INTO audit_removed_days SELECT organization_id, day, (SELECT at FROM audit_events LIMIT 1) FROM audit_digests WHERE day < '2026-03-03'";
    await audit.write((manager) => manager.query(put));
    // not deleted yet, and gone for everybody
    expect(await audit.events()).toHaveLength(6);
    expect(await audit.verify(await audit.save())).toEqual(none);
    const stored = () =>
      audit.write(
        async (manager) => (await manager.query<unknown[]>('SELECT id FROM audit_events')).length,
      );
    expect(await stored()).toBe(10);
    await audit.stop();
    audit = await start({}, false);
    await audit.removeOld();
    expect(await stored()).toBe(6);
  });

  it('may come while an export is made', async () => {
    await audit.multiply(1_000);
    const lines: string[] = [];
    for await (const line of audit.exporting()) {
      if (lines.length === 0) await audit.removeOld();
      lines.push(line);
    }
    expect(lines.length).toBeGreaterThan(500);
    expect((await audit.verify(lines)).differences).toEqual([]);
  });
});

it.each([
  [undefined, undefined],
  ['', undefined],
  ['1', 1],
  ['3650', 3650],
])('SVC_AUDIT_KEEP_DAYS=%s means %s', (text, days) => {
  expect(keptDays({ SVC_AUDIT_KEEP_DAYS: text })).toBe(days);
});

it.each(['0', '-1', '1.5', '30d', 'forever', '100000'])(
  'SVC_AUDIT_KEEP_DAYS=%s is refused',
  (text) => {
    expect(() => keptDays({ SVC_AUDIT_KEEP_DAYS: text })).toThrow(
      expect.objectContaining({ code: 'bad_setting' }),
    );
  },
);

describeOnSqlite('a server whose retention time is none', (database) => {
  it('does not start', async () => {
    await expect(
      AuditServer.start(database, { env: { SVC_AUDIT_KEEP_DAYS: 'forever' } }),
    ).rejects.toMatchObject({ code: 'bad_setting' });
  });
});
