import { redirect, view, type Page, type PageRequest } from '../../../web/contract/index.js';
import { cancelEval, showEval } from '../../contract/run-operations.js';
import { nameOf } from './run-name.js';

const template = new URL('cancel-run.njk', import.meta.url);

/** Asks before an evaluation is cancelled, which cannot be undone. */
export class CancelRunPage implements Page<'id'> {
  async get({ params, invoke }: PageRequest<'id'>) {
    const run = await invoke(showEval, { id: params.id });
    if (run.status !== 'pending')
      return redirect(`/evals/${run.evalRunId}`, { notice: 'The evaluation has ended.' });
    return view(template, { id: run.evalRunId, name: nameOf(run), workspace: run.workspace });
  }

  async post({ params, invoke }: PageRequest<'id'>) {
    const { evalRunId } = await invoke(cancelEval, { id: params.id });
    return redirect(`/evals/${evalRunId}`, { notice: 'The evaluation is cancelled.' });
  }
}
