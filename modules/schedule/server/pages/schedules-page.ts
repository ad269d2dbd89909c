import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { chooseWorkspace } from '../../../identity/contract/workspace-choice.js';
import { outcomeBadge } from '../../../launch/contract/state-words.js';
import { shownTime, view, type Page, type PageRequest } from '../../../web/contract/index.js';
import { listSchedules } from '../../contract/schedule-operations.js';
import type { ScheduleListed } from '../../contract/schedule-view.js';
import { scheduleStates, type ScheduleState } from '../../contract/schedule.machine.js';
import { comingLaunches } from './coming-launches.js';
import { stateOf } from './schedule-texts.js';
import { timesIn } from './zoned-time.js';

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

/** Shows what launches within a day, and the schedules of one of the person's workspaces. */
@injectable()
export class SchedulesPage implements Page {
  constructor(@inject(hostKey) private readonly host: HostInfo) {}

  async get({ query, invoke }: PageRequest) {
    const choice = await chooseWorkspace({ query, invoke }, (name) =>
      addressOf({ workspace: name }),
    );
    const { workspace, links } = choice;
    const shown = workspace === undefined ? links.map(({ text }) => text) : [workspace];
    const coming = await comingLaunches(shown, this.host.clock(), invoke);
    const page = { choice, coming, several: shown.length > 1 };
    if (workspace === undefined) return view(template, { ...page, list: null });
    const status = scheduleStates.find((state) => state === query.get('status'));
    const part = { workspace, status, after: query.get('after') ?? undefined };
    return view(template, { ...page, list: await this.#list(part, invoke) });
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

const rowOf = ({ lastRun, nextRunAt, status, ...schedule }: ScheduleListed) => ({
  id: schedule.id,
  name: schedule.label ?? schedule.skillRef,
  skill: schedule.label === null ? '' : schedule.skillRef,
  state: stateOf(status),
  cron: schedule.cron,
  timezone: schedule.timezone,
  next: nextRunAt === null ? '' : timesIn(schedule.timezone)(new Date(nextRunAt)),
  last:
    lastRun === null
      ? null
      : {
          id: lastRun.launchRunId,
          at: shownTime(lastRun.scheduledFor),
          state: outcomeBadge({ status: lastRun.status, result: null }),
        },
});
