import { redirect, view, type Page, type PageRequest } from '../../../web/contract/index.js';
import { unlessGone } from '../../../web/contract/unless-gone.js';
import { deleteSchedule, viewSchedule } from '../../contract/schedule-operations.js';

const template = new URL('delete-schedule.njk', import.meta.url);

/** Asks before a schedule is deleted, which cannot be undone. */
export class DeleteSchedulePage implements Page<'id'> {
  async get({ params, invoke }: PageRequest<'id'>) {
    const schedule = await invoke(viewSchedule, { id: params.id });
    const { id, label, skillRef, cron, timezone, source } = schedule;
    if (source !== null) return redirect(`/schedules/${id}`);
    return view(template, { id, name: label ?? skillRef, cron, timezone });
  }

  async post({ params: { id }, invoke }: PageRequest<'id'>) {
    const schedule = await unlessGone(() => invoke(viewSchedule, { id }));
    if (schedule === undefined)
      return redirect('/schedules', { notice: 'The schedule is deleted.' });
    const { label, skillRef, workspace } = schedule;
    await unlessGone(() => invoke(deleteSchedule, { id }));
    return redirect(`/schedules?workspace=${encodeURIComponent(workspace)}`, {
      notice: `The schedule ${label ?? skillRef} is deleted.`,
    });
  }
}
