import { invalidInput, type Context } from 'svc-registry/kernel';
import { followRun, type Following } from '../../jobs/contract/follow-run.js';
import type { RunState } from '../../jobs/contract/run.machine.js';
import { showGeneration } from '../contract/generation-operations.js';
import type { GenerationView } from '../contract/generation-view.js';
import { showEval } from '../contract/run-operations.js';
import type { EvalRunView } from '../contract/run-view.js';
import type { GenerationStatus } from '../contract/words.js';

const DEFAULT_MINUTES = 240;

/** The run at its end, or as it is when the person leaves or has waited for as long as SVC_EVAL_WATCH_MINUTES says. */
export const followEval = (id: string, context: Context): Promise<EvalRunView> =>
  follow<EvalRunView>(
    {
      look: (wait) => context.invoke(showEval, { id, wait }),
      resume: `svc eval view --wait ${id}`,
      cancel: `svc eval cancel ${id}`,
    },
    context,
  );

/** The same of a generation of scenarios. */
export const followGeneration = (id: string, context: Context): Promise<GenerationView> =>
  follow<GenerationView>(
    {
      look: (wait) => context.invoke(showGeneration, { id, wait }),
      resume: `svc scenario view --wait ${id}`,
      cancel: `svc scenario cancel ${id}`,
    },
    context,
  );

type Followed = Pick<GenerationView, 'status' | 'progress'>;

function follow<V extends Followed>(
  following: Pick<Following<V>, 'look' | 'resume' | 'cancel'>,
  context: Context,
): Promise<V> {
  const runOf = ({ status, progress }: V) => ({ state: states[status], progress });
  return followRun<V>({ ...following, runOf, limit: watchMinutes(context) * 60 }, context);
}

const states: Readonly<Record<GenerationStatus, RunState>> = {
  pending: 'queued',
  in_progress: 'running',
  completed: 'completed',
  failed: 'failed',
};

function watchMinutes({ env }: Pick<Context, 'env'>): number {
  const text = env['SVC_EVAL_WATCH_MINUTES'] ?? '';
  const minutes = text === '' ? DEFAULT_MINUTES : Number(text);
  if (minutes > 0) return minutes;
  throw invalidInput({
    what: `SVC_EVAL_WATCH_MINUTES is "${text}".`,
    hint: 'Set it to a number of minutes.',
  });
}
