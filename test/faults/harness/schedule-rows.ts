import { randomUUID } from 'node:crypto';
import type { DatabaseLocation } from '../../contract/databases.js';
import { changeRows } from '../../e2e/registry-server.js';
import { rowsOf } from './stored.js';

const COPIED = `state, version, workspace_id, organization_id, owner_kind, owner_id, owner_label, cron, timezone,
  launch, missed, skipped, refused, created_at, updated_at`;

/** Replaces the only schedule by so many that are like it, whose next time is this one. */
export async function multiply(
  location: DatabaseLocation,
  {
    count,
    first,
    zoneData,
  }: { readonly count: number; readonly first: Date; readonly zoneData: string },
): Promise<void> {
  const cast =
    location.engine === 'postgres' ? { id: '::uuid', time: '::timestamptz' } : { id: '', time: '' };
  const ids = Array.from({ length: count }, () => `('${randomUUID()}')`).join();
  const time = `'${first.toISOString()}'${cast.time}`;
  await changeRows(
    location,
    `UPDATE schedule_schedules SET source_key = 'template', next_run_at = NULL`,
  );
  await changeRows(
    location,
    `INSERT INTO schedule_schedules (id, zone_data, next_run_at, ${COPIED})
      SELECT v.column1${cast.id}, '${zoneData}', ${time}, ${COPIED}
      FROM schedule_schedules, (VALUES ${ids}) AS v`,
  );
  await changeRows(location, `DELETE FROM schedule_schedules WHERE source_key = 'template'`);
}

/** As if every launch had ended, so that the next time is not skipped. */
export const endLaunches = (location: DatabaseLocation): Promise<void> =>
  changeRows(
    location,
    `UPDATE launch_runs SET state = 'cancelled' WHERE state IN ('queued', 'running')`,
  );

interface LaunchedTime {
  readonly schedule: string | null;
  readonly time: string | Date | null;
}

/** What was launched for which time of which schedule; without one for launches that no schedule knows. */
const LAUNCHED = `SELECT s.schedule_id AS schedule, s.scheduled_for AS time
  FROM launch_runs r LEFT JOIN schedule_runs s ON s.launch_run_id = r.id`;

const keyOf = ({ schedule, time }: LaunchedTime): string =>
  `${String(schedule)} ${time === null ? '' : new Date(time).toISOString()}`;

export async function launchesAt(location: DatabaseLocation, time: Date): Promise<number> {
  const all = await rowsOf<{ count: string }>(
    location,
    `SELECT count(*) AS count FROM schedule_runs WHERE scheduled_for = '${time.toISOString()}'`,
  );
  return Number(all[0]?.count);
}

export interface Dispatched {
  /** Launches beyond the first of a time, and those that belong to no time of a schedule. */
  readonly doubled: number;
  /** Times of schedules without a launch. */
  readonly missed: number;
  /** The next times that are stored, without repetition. */
  readonly next: readonly string[];
  /** What the schedules say about themselves. */
  readonly said: { readonly missed: number; readonly skipped: number; readonly refused: number };
}

export const dispatchedOnce = (next: Date): Dispatched => ({
  doubled: 0,
  missed: 0,
  next: [next.toISOString()],
  said: { missed: 0, skipped: 0, refused: 0 },
});

/** Compares the launches with the times that have passed. */
export async function judgeDispatched(
  location: DatabaseLocation,
  times: readonly Date[],
): Promise<Dispatched> {
  const schedules = await rowsOf<Row>(
    location,
    'SELECT id, next_run_at AS next, missed, skipped, refused FROM schedule_schedules',
  );
  const launched = (await rowsOf<LaunchedTime>(location, LAUNCHED)).map(keyOf);
  const expected = schedules.flatMap(({ id }) =>
    times.map((time) => keyOf({ schedule: id, time })),
  );
  const known = new Set(launched);
  const found = expected.filter((key) => known.has(key)).length;
  const sum = (of: 'missed' | 'skipped' | 'refused'): number =>
    schedules.reduce((all, row) => all + row[of], 0);
  return {
    doubled: launched.length - found,
    missed: expected.length - found,
    next: [...new Set(schedules.map(({ next }) => new Date(next).toISOString()))],
    said: { missed: sum('missed'), skipped: sum('skipped'), refused: sum('refused') },
  };
}

interface Row {
  readonly id: string;
  readonly next: string | Date;
  readonly missed: number;
  readonly skipped: number;
  readonly refused: number;
}
