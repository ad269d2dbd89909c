import type { PageRequest } from '../../../web/contract/index.js';
import { listSchedules } from '../../contract/schedule-operations.js';
import type { ScheduleListed } from '../../contract/schedule-view.js';
import { readCron, timetable } from '../../cron/index.js';
import { timesIn } from './zoned-time.js';

const DAY = 86_400_000;
const PAGE = 100;
/** A workspace has fewer active schedules, unless its operator allows more. */
const MOST_PAGES = 5;

/** What the schedules of workspaces launch within a day from now: the first to come first, a row for each schedule. */
export async function comingLaunches(
  workspaces: readonly string[],
  now: Date,
  invoke: PageRequest['invoke'],
) {
  const until = new Date(now.getTime() + DAY);
  const schedules = await Promise.all(workspaces.map((each) => activeOf(each, invoke)));
  return schedules
    .flat()
    .filter(({ nextRunAt }) => nextRunAt !== null && new Date(nextRunAt) <= until)
    .toSorted((one, other) => (one.nextRunAt ?? '').localeCompare(other.nextRunAt ?? ''))
    .map((schedule) => rowOf(schedule, now, until));
}

async function activeOf(
  workspace: string,
  invoke: PageRequest['invoke'],
): Promise<readonly ScheduleListed[]> {
  const found: ScheduleListed[] = [];
  let after: { readonly after?: string } = {};
  for (let page = 0; page < MOST_PAGES; page++) {
    const asked = { workspace, status: 'active', pageSize: PAGE, ...after } as const;
    const { data, next } = await invoke(listSchedules, asked);
    found.push(...data);
    if (next === null) break;
    after = { after: next };
  }
  return found;
}

function rowOf(schedule: ScheduleListed, now: Date, until: Date) {
  const { id, label, skillRef, timezone, workspace, cron, nextRunAt } = schedule;
  const expression = readCron(cron);
  const next = new Date(nextRunAt ?? now);
  const more = 'problems' in expression ? 0 : timetable(expression, timezone).count(next, until);
  return {
    id,
    name: label ?? skillRef,
    workspace,
    at: timesIn(timezone)(next),
    utc: timezone === 'UTC' ? '' : timesIn('UTC')(next),
    timezone,
    more,
  };
}
