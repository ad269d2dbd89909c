import { join } from 'node:path';
import { stat } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DatabaseLocation } from '../contract/databases.js';
import { describeByDayOn } from '../contract/databases-by-day.js';
import { changeRows } from '../e2e/registry-server.js';
import { countsOf } from './harness/counts.js';
import { LedgerServer } from './harness/ledger-server.js';
import { rounds } from './harness/rounds.js';

const ENTRIES = rounds(40_000, 1_000_000);
/** Less than the data: a process that held all of them in memory would run out of it. */
const HEAP_MEBIBYTES = 64;
const MEBIBYTE = 1024 * 1024;

describeByDayOn('postgres', 'more data than memory', (database) => {
  const counts = countsOf(`more data than memory, on ${database.label}`);
  let ledger: LedgerServer;
  let location: DatabaseLocation;

  beforeAll(async () => {
    ledger = await LedgerServer.open(database);
    location = await ledger.location();
    await ledger.fill(location, ENTRIES);
    const long =
      database.engine === 'postgres' ? `repeat(md5(id::text), 64)` : `hex(randomblob(1024))`;
    await changeRows(location, `UPDATE ledger_entry SET note = ${long}`);
  });

  afterAll(() => ledger.close());

  it('are backed up, checked, restored and moved all the same', async () => {
    const file = join(ledger.program.cwd, 'much.tar');
    const run = async (at: DatabaseLocation, args: readonly string[]) => {
      const { code, stdout, stderr } = await ledger.program.run([...args, '--json'], {
        env: { ...at.env, NODE_OPTIONS: `--max-old-space-size=${HEAP_MEBIBYTES}` },
      });
      expect({ args, code, stderr: code === 0 ? '' : stderr }).toEqual({
        args,
        code: 0,
        stderr: '',
      });
      return JSON.parse(stdout) as { tables: { table: string; rows: number }[] };
    };
    const { tables } = await run(location, ['server', 'backup', file]);
    expect(tables).toContainEqual(
      expect.objectContaining({ table: 'ledger_entry', rows: ENTRIES }),
    );
    const { size } = await stat(file);
    expect(size).toBeGreaterThan(HEAP_MEBIBYTES * MEBIBYTE);
    counts.add('rows', ENTRIES);
    counts.add('MiB', Math.round(size / MEBIBYTE));
    const restored = await ledger.location();
    expect((await run(restored, ['server', 'restore', file])).tables).toEqual(tables);
    const moved = await ledger.location();
    expect(
      (await run(restored, ['server', 'move', '--from', restored.url, '--to', moved.url])).tables,
    ).toEqual(tables);
    await run(moved, ['server', 'check']);
  });
});
