import { notFound } from 'svc-registry/kernel';
import type { EntityManager, FindOptionsWhere } from 'typeorm';
import { lockRows } from '../../persistence/contract/db.js';
import { Schedule } from './schedule.entity.js';

/** Schedules as they are now, in the order of their ids; nobody else changes them before the unit of work ends. */
export function heldSchedules(
  manager: EntityManager,
  which: FindOptionsWhere<Schedule>,
): Promise<Schedule[]> {
  // all units lock in the same order, so that no two wait for each other
  const query = manager.createQueryBuilder(Schedule, 's').where(which).orderBy('s.id');
  return lockRows(query, 'pessimistic_write').getMany();
}

/** One of them. Throws `not_found`. */
export async function heldSchedule(manager: EntityManager, id: string): Promise<Schedule> {
  const [row] = await heldSchedules(manager, { id });
  if (row === undefined) throw notFound({ kind: 'schedule', id });
  return row;
}
