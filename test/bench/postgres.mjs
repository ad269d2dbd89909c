import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** Where the bench may make a schema; `undefined` when nobody has said. */
export const postgresUrl = process.env.SVC_TEST_POSTGRES_URL;

export const withoutPostgres = {
  comparedWith: 'set SVC_TEST_POSTGRES_URL to a database where a schema may be made',
  skipped: true,
};

/** Does work with the settings of a server on a schema of its own, which is dropped afterwards. */
export async function onPostgres(work) {
  const schema = `svc_bench_${randomBytes(6).toString('hex')}`;
  const url = new URL(postgresUrl);
  url.searchParams.set('options', `-c search_path=${schema}`);
  await query(`CREATE SCHEMA ${schema}`);
  try {
    return await work({ SVC_DATABASE_URL: url.href });
  } finally {
    await query(`DROP SCHEMA IF EXISTS ${schema}, ${schema}_graphile_worker CASCADE`);
  }
}

/** Sends one statement, and answers its rows. */
export async function query(statement, connectionString = postgresUrl) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query(statement).finally(() => client.end());
  return rows;
}
