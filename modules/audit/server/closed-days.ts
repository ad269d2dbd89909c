import type { EntityManager } from 'typeorm';
import { StoredDigest } from './entities.js';

/*
 * A day that has a digest is closed: nothing is written into it any more, whatever the clock of a server says. Those who write and who closes
 * a day keep each other out until their units end: on SQLite one unit runs at a time, on PostgreSQL this lock does it.
 */
const LOCK = `hashtext('svc_audit'), hashtext(current_schema()::text || $1::text)`;

const onPostgres = ({ connection }: EntityManager): boolean =>
  connection.options.type === 'postgres';

export function newestDigest(
  manager: EntityManager,
  organizationId: string,
): Promise<StoredDigest | null> {
  return manager.findOne(StoredDigest, { where: { organizationId }, order: { day: 'DESC' } });
}

/** For who writes an event: the day that was closed last. No other is until the unit ends. */
export async function lastClosedDay(
  manager: EntityManager,
  organizationId: string,
): Promise<string | undefined> {
  if (onPostgres(manager))
    await manager.query(`SELECT pg_advisory_xact_lock_shared(${LOCK})`, [organizationId]);
  return (await newestDigest(manager, organizationId))?.day;
}

/** For who closes a day: nobody writes an event until the unit ends. Answers false, at once, when somebody does at this moment. */
export async function keepWritersOut(
  manager: EntityManager,
  organizationId: string,
): Promise<boolean> {
  if (!onPostgres(manager)) return true;
  const [row] = await manager.query<{ got: boolean }[]>(
    `SELECT pg_try_advisory_xact_lock(${LOCK}) AS got`,
    [organizationId],
  );
  return row?.got === true;
}
