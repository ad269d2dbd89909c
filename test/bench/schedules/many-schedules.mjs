// Schedules by the thousand, written behind the server's back as copies of one that it has made.
import { randomBytes } from 'node:crypto';
import sqlite3 from 'sqlite3';
import { query } from '../postgres.mjs';

/** Of a server of the bench: its launches need an environment. */
export const secretKey = () => randomBytes(32).toString('base64');

export const wanted = {
  workspace: 'bench',
  cron: '0 0 * * *',
  skill: 'file:skills/demo',
  repo: 'acme/shop',
  agent: 'scripted',
};

const SAME = `state, version, workspace_id, organization_id, owner_kind, owner_id, owner_label, timezone, zone_data,
  launch, missed, skipped, refused, created_at, updated_at`;

const UUID = `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-' || hex(randomblob(2)) || '-' || hex(randomblob(2)) || '-' || hex(randomblob(6)))`;

/** The rows of one database; `url` of PostgreSQL, or `file` of SQLite. */
export class ManySchedules {
  constructor({ url, file }) {
    this.run = url === undefined ? (sql) => inFile(file, sql) : (sql) => query(sql, url);
    this.words =
      url === undefined
        ? {
            id: UUID,
            time: (text) => text,
            numbers: (count) =>
              `(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) SELECT i FROM n) AS numbers`,
          }
        : {
            id: 'gen_random_uuid()',
            time: (text) => `${text}::timestamptz`,
            numbers: (count) => `generate_series(1, ${count}) AS numbers(i)`,
          };
  }

  /** So many more that are like the first one, with this expression and next time. */
  async add(count, { cron, next, label }) {
    const { id, time, numbers } = this.words;
    await this.run(
      `INSERT INTO schedule_schedules (id, label, cron, next_run_at, ${SAME})
        SELECT ${id}, '${label}', '${cron}', ${time(`'${next.toISOString()}'`)}, ${SAME}
        FROM (SELECT * FROM schedule_schedules WHERE label = 'first') AS first, ${numbers(count)}`,
    );
    await this.run('ANALYZE');
  }

  /** As if none of those with this label had ever launched. */
  async again(label, next) {
    await this.run('DELETE FROM schedule_runs');
    await this.run('DELETE FROM launch_runs');
    const time = this.words.time(`'${next.toISOString()}'`);
    await this.run(
      `UPDATE schedule_schedules SET next_run_at = ${time}, last_time = NULL, last_run_id = NULL WHERE label = '${label}'`,
    );
  }

  async count(sql) {
    const [row] = await this.run(`SELECT count(*) AS count FROM ${sql}`);
    return Number(row.count);
  }
}

function inFile(file, sql) {
  const database = new sqlite3.Database(file);
  database.configure('busyTimeout', 10_000);
  const rows = new Promise((resolve, reject) =>
    database.all(sql, (error, found) => (error ? reject(error) : resolve(found))),
  );
  return rows.finally(() => database.close());
}
