import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { AuditEvent } from '../../../modules/audit/contract/events.js';
import { describeOnSqlite } from '../databases.js';
import { AuditServer } from './audit-server.js';

// one day that is closed, with lines 1 to 3 and its digest in line 4; one that is open, with lines 5 and 6; the end in line 7
describeOnSqlite('an export that was', (database) => {
  let audit: AuditServer;
  let lines: readonly string[];

  beforeEach(async () => {
    audit = await AuditServer.start(database);
    for (const name of ['one', 'two', 'three']) {
      await audit.change(name);
      await audit.later(1);
    }
    await audit.later(22);
    for (const name of ['four', 'five']) {
      await audit.change(name);
      await audit.later(1);
    }
    await audit.later(1);
    await audit.closeDays();
    lines = await audit.save();
    expect(lines.map((line) => Object.keys(JSON.parse(line) as object)[0])).toEqual([
      ...['id', 'id', 'id', 'day'],
      ...['id', 'id', 'exported'],
    ]);
  });
  afterEach(() => audit.stop());

  const eventOf = (line: number): AuditEvent => JSON.parse(lines[line - 1]!) as AuditEvent;
  const event = (line: number) => ({ what: eventOf(line).id, at: eventOf(line).at });
  const day = { what: '2026-03-01', at: null };
  const end = { what: null, at: null };
  const differences = async (damaged: readonly string[] | string) =>
    (await audit.verify(damaged)).differences;

  it('left alone has no differences, whatever was written since', async () => {
    expect(await audit.verify(lines)).toEqual({ expired: 0, differences: [] });
    await audit.later(30);
    await audit.change('six');
    await audit.closeDays();
    expect(await audit.verify(lines)).toEqual({ expired: 0, differences: [] });
  });

  it.each([
    ['whole', {}],
    ['of some hours', { since: '2026-03-01T09:30:00.000Z', until: '2026-03-02T08:30:00.000Z' }],
    ['of a day', { since: '2026-03-01T00:00:00.000Z', until: '2026-03-01T23:59:59.999Z' }],
    [
      'of hours without events',
      { since: '2026-03-01T12:00:00.000Z', until: '2026-03-01T13:00:00.000Z' },
    ],
    ['of days to come', { since: '2027-01-01T00:00:00.000Z' }],
  ])('%s has no differences', async (_what, range) => {
    expect(await audit.verify(await audit.save(range))).toEqual({ expired: 0, differences: [] });
  });

  it.each([1, 2, 3])('robbed of line %d of a closed day', async (line) => {
    expect(await differences(lines.toSpliced(line - 1, 1))).toEqual([
      { kind: 'digest', line: 3, ...day },
      { kind: 'end', line: 6, ...end },
      { kind: 'inserted', line: null, ...event(line) },
    ]);
  });

  it.each([5, 6])('robbed of line %d of an open day', async (line) => {
    expect(await differences(lines.toSpliced(line - 1, 1))).toEqual([
      { kind: 'end', line: 6, ...end },
      { kind: 'inserted', line: null, ...event(line) },
    ]);
  });

  it('robbed of a digest', async () => {
    expect(await differences(lines.toSpliced(3, 1))).toEqual([{ kind: 'end', line: 6, ...end }]);
  });

  it.each([2, 6])('changed in line %d', async (line) => {
    const changed = lines.with(line - 1, lines[line - 1]!.replace('ann@', 'eve@'));
    expect(await differences(changed)).toEqual([
      { kind: 'changed', line, ...event(line) },
      ...(line < 4 ? [{ kind: 'digest', line: 4, ...day }] : []),
    ]);
  });

  it('changed in a digest', async () => {
    const changed = lines.with(3, lines[3]!.replace(/[0-9a-f]{64}"/, `${'f'.repeat(64)}"`));
    expect(await differences(changed)).toEqual([{ kind: 'digest', line: 4, ...day }]);
  });

  it('made to say that its events were removed because of their age', async () => {
    const digest = lines[3]!.replace('"removedAt":null', '"removedAt":"2026-03-02T10:00:00.000Z"');
    const shorter = lines
      .with(3, digest)
      .with(6, lines[6]!.replace('"events":5', '"events":2'))
      .slice(3);
    expect(await differences(shorter)).toEqual([
      { kind: 'digest', line: 1, ...day },
      ...[1, 2, 3].map((line) => ({ kind: 'inserted', line: null, ...event(line) })),
    ]);
  });

  it.each([2, 6])('reordered at line %d', async (line) => {
    const [one, other] = [lines[line - 2]!, lines[line - 1]!];
    expect(await differences(lines.with(line - 2, other).with(line - 1, one))).toEqual([
      { kind: 'moved', line, ...event(line - 1) },
    ]);
  });

  it.each([2, 6])('given line %d twice', async (line) => {
    const twice = lines.toSpliced(line, 0, lines[line - 1]!);
    expect(await differences(twice)).toEqual([
      { kind: 'repeated', line: line + 1, ...event(line) },
    ]);
  });

  it('given a digest twice', async () => {
    expect(await differences(lines.toSpliced(4, 0, lines[3]!))).toEqual([
      { kind: 'repeated', line: 5, ...day },
    ]);
  });

  it('given an event that the server does not have', async () => {
    const made = Object.assign(eventOf(6), {
      id: '00000000-0000-4000-8000-000000000000',
      at: '2026-03-02T23:00:00.000Z',
    });
    expect(await differences(lines.toSpliced(6, 0, JSON.stringify(made)))).toEqual([
      { kind: 'removed', line: 7, what: made.id, at: made.at },
      { kind: 'end', line: 8, ...end },
    ]);
  });

  it('cut off behind any line', async () => {
    for (let kept = 0; kept < lines.length; kept += 1) {
      // a day whose digest is gone with the rest is an open one
      expect(await differences(lines.slice(0, kept))).toEqual([
        { kind: 'end', line: null, ...end },
      ]);
    }
  });

  it('cut off within its second line, or its last', async () => {
    const text = lines.map((line) => `${line}\n`).join('');
    for (const at of [lines[0]!.length + 20, text.length - 20]) {
      expect(await differences(text.slice(0, at))).toEqual([{ kind: 'end', line: null, ...end }]);
    }
    expect(await differences(text.trimEnd())).toEqual([]);
  });

  it('joined with another is no export', async () => {
    await expect(audit.verify([...lines, ...lines])).rejects.toMatchObject({
      code: 'audit_export_unreadable',
      message: expect.stringContaining('line 8 follows the last line'),
    });
  });

  it.each([
    ['since', 5],
    ['since', {}],
    ['until', false],
  ])('given an end whose %s is %j is no export', async (field, value) => {
    const made = { ...(JSON.parse(lines[6]!) as object), [field]: value };
    await expect(audit.verify(lines.with(6, JSON.stringify(made)))).rejects.toMatchObject({
      code: 'audit_export_unreadable',
    });
  });

  it.each(['since', 'until'])(
    'given an end whose %s is no time is refused by the server',
    async (field) => {
      const made = { ...(JSON.parse(lines[6]!) as object), [field]: 'long ago' };
      await expect(audit.verify(lines.with(6, JSON.stringify(made)))).rejects.toMatchObject({
        code: 'invalid_input',
      });
    },
  );

  it('made of another organization is none of this', async () => {
    const other = lines.with(
      6,
      lines[6]!.replace(
        /"organization":"[^"]*"/,
        '"organization":"00000000-0000-4000-8000-000000000000"',
      ),
    );
    await expect(audit.verify(other)).rejects.toMatchObject({
      message: expect.stringContaining('it is of another organization'),
    });
  });
});
