/** Schedules as text for people. */
import type { Page, Renderer, TextStyle } from 'svc-registry/kernel';
import type {
  ScheduleListed,
  ScheduleRunView,
  SyncedSchedules,
  TriggeredSchedule,
} from '../contract/schedule-view.js';
import { momentText } from './moments.js';

export { changedText, scheduleText } from './schedule-text.js';
export { validatedText } from './validated-text.js';

export const schedulesText: Renderer<Page<ScheduleListed>> = ({ data, next }, style) => {
  if (data.length === 0)
    return 'There are no such schedules. `svc schedule create` makes one, and so do entries of `schedules` in svc.json with `svc schedule sync`.';
  const rows = data.map((schedule) => [
    stateText(schedule.status, style),
    `${schedule.cron} ${schedule.timezone}`,
    schedule.label ?? schedule.skillRef,
    schedule.nextRunAt === null ? '' : momentText(schedule.nextRunAt, style),
    lastText(schedule, style),
    schedule.id,
  ]);
  const table = style.table(['status', 'times', 'what', 'next', 'last', 'id'], rows);
  if (next === null) return table;
  return `${table}\n\n${style.dim('There are more: raise --limit, or list all with --all.')}`;
};

const stateText = (status: ScheduleListed['status'], style: TextStyle): string =>
  status === 'paused' ? style.yellow(status) : status;

function lastText({ lastRun }: ScheduleListed, style: TextStyle): string {
  return lastRun === null ? '' : `${lastRun.status} ${momentText(lastRun.scheduledFor, style)}`;
}

export const runsText: Renderer<Page<ScheduleRunView>> = ({ data }, style) => {
  if (data.length === 0) return 'The schedule has begun no launches.';
  const when = (instant: string | null): string =>
    instant === null ? '' : momentText(instant, style);
  const rows = data.map((run) => [
    run.status,
    run.scheduledFor === null ? run.cause : when(run.scheduledFor),
    when(run.finishedAt),
    run.result === null ? '' : `${run.result.status}: ${run.result.summary}`,
    run.launchRunId,
  ]);
  return style.table(['status', 'for', 'finished', 'result', 'launch'], rows);
};

export const triggeredText: Renderer<TriggeredSchedule> = ({ launchRunId }) =>
  `Launched ${launchRunId}. \`svc launch view --wait ${launchRunId}\` follows it.`;

const CHANGES = ['created', 'updated', 'recreated', 'deleted'] as const;

export const syncedText: Renderer<SyncedSchedules> = (synced, style) => {
  const { workspace, unchanged } = synced;
  const changed = CHANGES.filter((change) => synced[change].length > 0);
  const lines = changed.map(
    (change) => `${change} ${synced[change].length}: ${synced[change].join(', ')}`,
  );
  if (unchanged.length > 0) lines.push(`unchanged ${unchanged.length}`);
  const head = style.bold(workspace);
  return lines.length === 0
    ? `${head} has no schedules of this file, and the file has none.`
    : [`Schedules of this file in ${head}:`, ...lines.map((line) => `  ${line}`)].join('\n');
};
