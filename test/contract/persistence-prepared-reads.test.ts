import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Database } from '../../modules/persistence/server/database.js';
import { describeEachDatabase } from './databases.js';
import { aNote, Note, noteTables } from './note-tables.js';
import { openTestDatabase } from './open-database.js';

describeEachDatabase('prepared reads', (databases) => {
  const parameter = databases.engine === 'postgres' ? '$1' : '?';
  const byTitle = `SELECT * FROM notes_note WHERE title = ${parameter}`;
  let database: Database;

  const titles = async (...parameters: readonly string[]) =>
    (await database.reads.prepared<{ title: string }>(byTitle, parameters)).map(
      ({ title }) => title,
    );

  beforeEach(async () => {
    database = await openTestDatabase(await databases.create(), [noteTables]);
    await database.unitOfWork.run(async (manager) => {
      for (const title of ['one', 'two']) await manager.insert(Note, aNote({ title }));
    });
  });
  afterEach(() => database.close());

  it('answer for the values of each call', async () => {
    expect(await Promise.all(['one', 'two', 'three', 'one'].map((title) => titles(title)))).toEqual(
      [['one'], ['two'], [], ['one']],
    );
  });

  it('follow the tables as they change', async () => {
    await titles('one');
    await database.unitOfWork.run((manager) =>
      manager.query('ALTER TABLE notes_note ADD COLUMN more TEXT'),
    );
    expect(await database.reads.prepared(byTitle, ['one'])).toEqual([
      expect.objectContaining({ title: 'one', more: null }),
    ]);
  });

  it('report a failure each time, and work once its cause is gone', async () => {
    const later = `SELECT id FROM notes_later WHERE id = ${parameter}`;
    for (let time = 0; time < 2; time += 1)
      await expect(database.reads.prepared(later, ['1'])).rejects.toThrow(/notes_later/);
    await database.unitOfWork.run((manager) =>
      manager.query('CREATE TABLE notes_later (id TEXT PRIMARY KEY)'),
    );
    expect(await database.reads.prepared(later, ['1'])).toEqual([]);
  });

  it('cannot write', async () => {
    await expect(
      database.reads.prepared(`DELETE FROM notes_note WHERE title = ${parameter}`, ['one']),
    ).rejects.toThrow(/read-?only/);
    expect(await titles('one')).toEqual(['one']);
  });
});
