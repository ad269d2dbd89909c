import { listWorkspaces } from '../../../identity/contract/operations/workspaces.js';
import { outcomeBadge } from '../../../launch/contract/state-words.js';
import { shownTime, view, type Page, type PageRequest } from '../../../web/contract/index.js';
import { listSchedules } from '../../contract/schedule-operations.js';
import type { ScheduleListed } from '../../contract/schedule-view.js';
import { scheduleStates, type ScheduleState } from '../../contract/schedule.machine.js';
import { stateOf } from './schedule-texts.js';

const template = new URL('schedules.njk', import.meta.url);
const PAGE = 50;

/** The filters of the list, by the text of their link. */
const filters: readonly (readonly [text: string, status: ScheduleState | undefined])[] = [
  ['All', undefined],
  ['Active', 'active'],
  ['Paused', 'paused'],
];

/** Which part of which list is shown. */
interface Shown {
  readonly workspace: string;
  readonly status?: ScheduleState | undefined;
  readonly after?: string | undefined;
}

function addressOf({ workspace, status, after }: Shown): string {
  const query = new URLSearchParams({ workspace });
  if (status !== undefined) query.set('status', status);
  if (after !== undefined) query.set('after', after);
  return `/schedules?${query.toString()}`;
}

/** Lists the schedules of one of the person's workspaces. */
export class SchedulesPage implements Page {
  async get({ query, invoke }: PageRequest) {
    const { data, next } = await invoke(listWorkspaces, {});
    const names = data.map(({ name }) => name);
    const workspace = query.get('workspace') ?? (names.length === 1 ? names[0] : undefined);
    const workspaces = {
      names: names.map((name) => ({
        text: name,
        href: addressOf({ workspace: name }),
        current: name === workspace,
      })),
      more: next !== null,
    };
    if (workspace === undefined) return view(template, { workspaces, list: null });
    const status = scheduleStates.find((state) => state === query.get('status'));
    const shown = { workspace, status, after: query.get('after') ?? undefined };
    return view(template, { workspaces, list: await this.#list(shown, invoke) });
  }

  async #list(shown: Shown, invoke: PageRequest['invoke']) {
    const { workspace, status, after } = shown;
    const input = {
      workspace,
      pageSize: PAGE,
      ...(status !== undefined && { status }),
      ...(after !== undefined && { after }),
    };
    const { data, next } = await invoke(listSchedules, input);
    return {
      workspace,
      rows: data.map(rowOf),
      filters: filters.map(([text, to]) => ({
        text,
        href: addressOf({ workspace, status: to }),
        current: to === status,
      })),
      filtered: status !== undefined,
      more: next === null ? '' : addressOf({ ...shown, after: next }),
      first: after === undefined ? '' : addressOf({ workspace, status }),
    };
  }
}

const rowOf = ({ lastRun, nextRunAt, ...schedule }: ScheduleListed) => ({
  id: schedule.id,
  name: schedule.label ?? schedule.skillRef,
  skill: schedule.label === null ? '' : schedule.skillRef,
  state: stateOf(schedule.status),
  cron: schedule.cron,
  timezone: schedule.timezone,
  next: nextRunAt === null ? '' : shownTime(nextRunAt),
  last:
    lastRun === null
      ? null
      : {
          id: lastRun.launchRunId,
          at: shownTime(lastRun.scheduledFor),
          state: outcomeBadge({ status: lastRun.status, result: null }),
        },
});
