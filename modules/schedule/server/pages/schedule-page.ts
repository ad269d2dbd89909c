import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { redirect, view, type Page, type PageRequest } from '../../../web/contract/index.js';
import {
  pauseSchedule,
  resumeSchedule,
  scheduleRuns,
  triggerSchedule,
  updateSchedule,
  viewSchedule,
} from '../../contract/schedule-operations.js';
import type { ScheduleView } from '../../contract/schedule-view.js';
import { readCron, timetable } from '../../cron/index.js';
import { factsOf, launchOf, problemOf, stateOf } from './schedule-texts.js';
import { timesIn } from './zoned-time.js';

const template = new URL('schedule.njk', import.meta.url);
const UPCOMING = 6;

type Request = PageRequest<'id'>;

/** Shows a schedule and its next times; pauses, resumes, triggers and changes it. */
@injectable()
export class SchedulePage implements Page<'id'> {
  constructor(@inject(hostKey) private readonly host: HostInfo) {}

  async get({ params, invoke }: Request) {
    const schedule = await invoke(viewSchedule, { id: params.id });
    const { data: launches } = await invoke(scheduleRuns, { id: params.id });
    const { id, status, label, cron, timezone, config, source, workspace } = schedule;
    return view(template, {
      id,
      name: label ?? config.skillRef,
      label: label ?? '',
      status,
      state: stateOf(status),
      workspace,
      cron,
      timezone,
      source,
      instructions: config.instructions ?? '',
      pausedBecause: problemOf(schedule.pausedBecause),
      lastProblem: problemOf(schedule.lastProblem),
      details: factsOf(schedule),
      upcoming: this.#upcoming(schedule),
      launches: launches.map(launchOf),
    });
  }

  post(request: Request) {
    switch (request.form.get('do')) {
      case 'pause':
        return this.#pause(request);
      case 'resume':
        return this.#resume(request);
      case 'trigger':
        return this.#trigger(request);
      default:
        return this.#update(request);
    }
  }

  /** Each instant in the zone, and in UTC where that differs. */
  #upcoming({ cron, timezone }: ScheduleView) {
    const expression = readCron(cron);
    if ('problems' in expression) throw new Error(`A schedule is stored with "${cron}".`);
    const times = timetable(expression, timezone).upcoming(this.host.clock(), UPCOMING);
    const [zoned, utc] = [timesIn(timezone), timesIn('UTC')];
    return times.map((time) => (timezone === 'UTC' ? [utc(time)] : [zoned(time), utc(time)]));
  }

  async #pause({ params: { id }, invoke }: Request) {
    await invoke(pauseSchedule, { id });
    return redirect(`/schedules/${id}`, { notice: 'The schedule is paused.' });
  }

  async #resume({ params: { id }, invoke }: Request) {
    await invoke(resumeSchedule, { id });
    return redirect(`/schedules/${id}`, {
      notice: 'The schedule is active. It launches with your rights from now on.',
    });
  }

  async #trigger({ params: { id }, invoke }: Request) {
    const { launchRunId } = await invoke(triggerSchedule, { id });
    return redirect(`/launches/${launchRunId}`, { notice: 'The launch has been requested.' });
  }

  /** Sends what differs only, so that a new label is not refused because of times that were allowed once. */
  async #update({ params: { id }, form, invoke }: Request) {
    const present = await invoke(viewSchedule, { id });
    const changes = Object.fromEntries(
      (['cron', 'timezone', 'label'] as const)
        .map((name) => [name, form.get(name)?.trim() ?? ''] as const)
        .filter(([name, text]) => text !== (present[name] ?? '')),
    );
    if (Object.keys(changes).length === 0)
      return redirect(`/schedules/${id}`, { notice: 'Nothing was changed.' });
    await invoke(updateSchedule, { id, ...changes });
    return redirect(`/schedules/${id}`, { notice: 'The schedule has changed.' });
  }
}
