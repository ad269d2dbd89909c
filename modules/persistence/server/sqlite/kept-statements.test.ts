import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type sqlite3 from 'sqlite3';
import { loadDriver } from './drivers.js';

const { Database } = loadDriver('sqlite3') as typeof sqlite3;

describe('kept statements', () => {
  let prepared: string[];
  let database: sqlite3.Database;

  const all = (sql: string, parameters?: unknown[]) =>
    new Promise<unknown[]>((resolve, reject) => {
      database.all(sql, parameters, (error, rows) => {
        if (error) reject(error);
        else resolve(rows);
      });
    });
  const run = (sql: string, parameters?: unknown[]) =>
    new Promise<{ changes: number }>((resolve, reject) => {
      database.run(sql, parameters, function (error) {
        if (error) reject(error);
        else resolve({ changes: this.changes });
      });
    });
  const close = () =>
    new Promise<void>((resolve, reject) => {
      database.close((error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  const repeat = async (times: number, work: (index: number) => Promise<unknown>) => {
    for (let index = 0; index < times; index++) await work(index);
  };

  beforeEach(async () => {
    database = await new Promise((resolve, reject) => {
      const opened: sqlite3.Database = new Database(':memory:', (error) => {
        if (error) reject(error);
        else resolve(opened);
      });
    });
    prepared = [];
    const prepare = database.prepare.bind(database) as (
      ...parameters: unknown[]
    ) => sqlite3.Statement;
    database.prepare = ((sql: string, ...rest: unknown[]) => {
      prepared.push(sql);
      return prepare(sql, ...rest);
    }) as typeof database.prepare;
    await run('CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT UNIQUE)');
  });
  afterEach(async () => {
    if ((database as unknown as { open: boolean }).open) await close();
  });

  it('are prepared once and answer for the values of each call', async () => {
    const insert = 'INSERT INTO notes (id, text) VALUES (?, ?)';
    const select = 'SELECT text FROM notes WHERE id = ?';
    await repeat(5, async (id) => {
      expect(await run(insert, [id, `note ${id}`])).toEqual({ changes: 1 });
    });
    await repeat(5, async (id) => {
      expect(await all(select, [id])).toEqual([{ text: `note ${id}` }]);
    });
    expect(await Promise.all([3, 9, 1].map((id) => all(select, [id])))).toEqual([
      [{ text: 'note 3' }],
      [],
      [{ text: 'note 1' }],
    ]);
    expect(prepared).toEqual([insert, select]);
  });

  it('never run with the values of an earlier call', async () => {
    await run('INSERT INTO notes (id, text) VALUES (?, ?)', [1, 'mine']);
    await repeat(3, () => all('SELECT text FROM notes WHERE id = ?', [1]));
    expect(await all('SELECT text FROM notes WHERE id = ?', [])).toEqual([]);
    expect(await all('SELECT text FROM notes WHERE id = ?')).toEqual([]);
  });

  it('follow the tables as they change', async () => {
    await run('INSERT INTO notes (id, text) VALUES (?, ?)', [1, 'one']);
    await repeat(3, () => all('SELECT * FROM notes WHERE id = ?', [1]));
    await run('ALTER TABLE notes ADD COLUMN more TEXT');
    expect(await all('SELECT * FROM notes WHERE id = ?', [1])).toEqual([
      { id: 1, text: 'one', more: null },
    ]);
  });

  it('that fail are given up, and work the next time', async () => {
    const insert = 'INSERT INTO notes (text) VALUES (?)';
    await repeat(3, (index) => run(insert, [`text ${index}`]));
    await expect(run(insert, ['text 1'])).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT' });
    await repeat(3, (index) => run(insert, [`other ${index}`]));
    expect(await all('SELECT count(*) AS count FROM notes')).toEqual([{ count: 6 }]);
  });

  it('that are no SQL fail in the same way each time', async () => {
    await repeat(3, () =>
      expect(all('SELECT nonsense WHERE ?', [1])).rejects.toThrow('no such column'),
    );
  });

  it('leave a transaction free to end', async () => {
    const insert = 'INSERT INTO notes (text) VALUES (?)';
    await run(insert, ['first']);
    await repeat(3, async (index) => {
      await run('BEGIN IMMEDIATE');
      await run(insert, [`text ${index}`]);
      await all('SELECT * FROM notes WHERE id > ?', [0]);
      await run(index === 1 ? 'ROLLBACK' : 'COMMIT');
    });
    expect(await all('SELECT count(*) AS count FROM notes')).toEqual([{ count: 3 }]);
  });

  it('are few, and never in the way of closing', async () => {
    await Promise.all(
      Array.from({ length: 450 }, (_, index) => all(`SELECT ? AS "${index % 225}"`, [index])),
    );
    await repeat(450, (index) => all(`SELECT ? AS "${index % 225}"`, [index]));
    void all('SELECT 1 WHERE 1 = ?', [1]);
    await close();
  });
});
