import type { EntityManager } from 'typeorm';
import { StoredDigest } from './entities.js';

/*
 * A day with a digest is closed: no event is added to it, whatever a server's clock says. Writing an event and closing
 * a day exclude each other until the unit ends: on SQLite because one unit runs at a time, on PostgreSQL by this lock.
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

/** Call before writing an event. Returns the day that was closed last; no other day is closed until the unit ends. */
export async function lastClosedDay(
  manager: EntityManager,
  organizationId: string,
): Promise<string | undefined> {
  if (onPostgres(manager))
    await manager.query(`SELECT pg_advisory_xact_lock_shared(${LOCK})`, [organizationId]);
  return (await newestDigest(manager, organizationId))?.day;
}

/** Call before closing a day: blocks writers of events until the unit ends. Returns false without waiting when an event is being written. */
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
