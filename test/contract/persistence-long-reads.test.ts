import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from '../../modules/persistence/server/database.js';
import { describeEachDatabase } from './databases.js';
import { noteTables } from './note-tables.js';
import { openTestDatabase, RecordingLog } from './open-database.js';

describeEachDatabase('long reads', (location) => {
  let database: Database;

  beforeAll(async () => {
    database = await openTestDatabase(await location.create(), [noteTables], new RecordingLog());
  });
  afterAll(() => database.close());

  const endless =
    location.engine === 'sqlite'
      ? 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT MAX(i) FROM n'
      : 'SELECT pg_sleep(600)';
  const read = (sql: string) => database.longReads.run(({ manager }) => manager.query(sql));

  it('are ended after a while, and others begin and end meanwhile', async () => {
    let ended = false;
    const long = read(endless).finally(() => (ended = true));
    const refused = expect(long).rejects.toMatchObject({ code: 'read_too_long', status: 504 });
    for (let count = 0; count < 20; count += 1)
      await database.reads.manager.query('SELECT 1 AS one');
    expect(ended).toBe(false);
    await refused;
    expect(await read('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('end when the database is closed', async () => {
    const own = await openTestDatabase(await location.create(), [noteTables], new RecordingLog());
    await own.longReads.run(({ manager }) => manager.query('SELECT 1 AS one'));
    const refused = expect(
      own.longReads.run(({ manager }) => manager.query(endless)),
    ).rejects.toMatchObject({
      code: expect.stringMatching(/^(read_too_long|database_busy|database_unavailable)$/),
    });
    await own.close();
    await refused;
  });

  it('cannot write', async () => {
    await expect(read('DELETE FROM notes_note')).rejects.toThrow(/read-?only/);
  });

  it('fail alone', async () => {
    await expect(read('SELECT 1 FROM nowhere')).rejects.toThrow(/nowhere/);
    expect(await read('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});
