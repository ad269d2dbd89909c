import { invalidInput, type Context } from 'svc-registry/kernel';
import { followRun } from '../../../jobs/contract/follow-run.js';
import { showLaunch } from '../../contract/launch-operations.js';
import type { LaunchRunView } from '../../contract/launch-run-view.js';

const DEFAULT_MINUTES = 60;

/** The launch at its end, or as it is when the person leaves or has waited for as long as SVC_LAUNCH_WATCH_MINUTES says. */
export async function followLaunch(id: string, context: Context): Promise<LaunchRunView> {
  const view = await followRun<LaunchRunView>(
    {
      look: (wait) => context.invoke(showLaunch, { id, wait }),
      runOf: ({ status, progress }) => ({ state: status, progress }),
      resume: `svc launch view --wait ${id}`,
      limit: watchMinutes(context) * 60,
    },
    context,
  );
  if (view.failureReason !== null) context.progress.warn(view.failureReason.message);
  return view;
}

function watchMinutes({ env }: Pick<Context, 'env'>): number {
  const text = env['SVC_LAUNCH_WATCH_MINUTES'] ?? '';
  const minutes = text === '' ? DEFAULT_MINUTES : Number(text);
  if (minutes > 0) return minutes;
  throw invalidInput({
    what: `SVC_LAUNCH_WATCH_MINUTES is "${text}".`,
    hint: 'Set it to a number of minutes.',
  });
}
