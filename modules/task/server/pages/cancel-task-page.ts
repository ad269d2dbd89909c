import { redirect, view, type Page, type PageRequest } from '../../../web/contract/index.js';
import { cancelTask, showTask } from '../../contract/operations.js';
import { isOver } from '../../contract/task.machine.js';

const template = new URL('cancel-task.njk', import.meta.url);

/** Asks before a task is cancelled, which cannot be undone. */
export class CancelTaskPage implements Page<'id'> {
  async get({ params, invoke }: PageRequest<'id'>) {
    const { id, status, label, definition } = await invoke(showTask, { id: params.id });
    if (isOver(status)) return redirect(`/tasks/${id}`, { notice: 'The task has ended.' });
    return view(template, { id, name: label ?? definition.skillRef });
  }

  async post({ params: { id }, invoke }: PageRequest<'id'>) {
    const { status } = await invoke(cancelTask, { id });
    const notice = status === 'cancelled' ? 'The task is cancelled.' : 'The task had ended before.';
    return redirect(`/tasks/${id}`, { notice });
  }
}
