import type { Log } from 'svc-registry/kernel';
import type { Queryable } from '../snapshot/catalog.js';

/**
 * Excludes changes of the tables and consistent reads of all tables from each other. The locks belong to transactions
 * instead of sessions, so that they also work behind a pooler.
 */
const KEY = `hashtext('svc_migrations'), hashtext(current_schema())`;

const SUFFIX = { exclusive: '', shared: '_shared' } as const;

const LIMITS = ['idle_in_transaction_session_timeout', 'statement_timeout', 'lock_timeout'];

/** Lifts the time limits for transactions that are expected to be long. */
export async function waitForever(transaction: Queryable): Promise<void> {
  for (const limit of LIMITS) await transaction.query(`SET LOCAL ${limit} = 0`);
}

/** Waits without a time limit; the lock is held until the transaction ends. */
export async function lockTables(
  transaction: Queryable,
  how: keyof typeof SUFFIX,
  log: Log,
): Promise<void> {
  await waitForever(transaction);
  const tried = (await transaction.query(
    `SELECT pg_try_advisory_xact_lock${SUFFIX[how]}(${KEY}) AS got`,
  )) as { got: boolean }[];
  if (tried[0]?.got === true) return;
  log.info({}, 'waiting for another process that migrates the database or backs it up');
  await transaction.query(`SELECT pg_advisory_xact_lock${SUFFIX[how]}(${KEY})`);
}
