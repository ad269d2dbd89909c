import { isOver } from '../../../jobs/contract/run.machine.js';
import { redirect, view, type Page, type PageRequest } from '../../../web/contract/index.js';
import { cancelLaunch, showLaunch } from '../../contract/launch-operations.js';

const template = new URL('cancel-launch.njk', import.meta.url);

/** Asks before a launch is cancelled, which cannot be undone. */
export class CancelLaunchPage implements Page<'id'> {
  async get({ params, invoke }: PageRequest<'id'>) {
    const { launchRunId: id, status, label, config } = await invoke(showLaunch, { id: params.id });
    if (isOver(status)) return redirect(`/launches/${id}`, { notice: 'The launch has ended.' });
    return view(template, { id, name: label ?? config.skillRef });
  }

  async post({ params, invoke }: PageRequest<'id'>) {
    const { launchRunId: id, status } = await invoke(cancelLaunch, { id: params.id });
    const notice = isOver(status) ? 'The launch has ended.' : 'The launch will stop in a moment.';
    return redirect(`/launches/${id}`, { notice });
  }
}
