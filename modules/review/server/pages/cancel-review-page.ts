import type { Operation } from 'svc-registry/kernel';
import { redirect, view, type Page, type PageRequest } from '../../../web/contract/index.js';
import { cancelFix, showFix } from '../../contract/fix-operations.js';
import { cancelReview, showReview } from '../../contract/operations.js';
import { isOver } from '../../contract/review-run.machine.js';
import type { ReviewRunView } from '../../contract/review-run-view.js';
import { pathOf } from './review-head.js';
import { nameOf } from './run-name.js';
import { typeWords } from './words.js';

const template = new URL('cancel-review.njk', import.meta.url);

type OfOne = Operation<{ id: string }, ReviewRunView>;

/** Asks before a run is cancelled, which cannot be undone. */
abstract class CancelPage implements Page<'id'> {
  protected abstract readonly show: OfOne;
  protected abstract readonly cancel: OfOne;

  async get({ params: { id }, invoke }: PageRequest<'id'>) {
    const run = await invoke(this.show, { id });
    const what = typeWords[run.type].toLowerCase();
    if (isOver(run.status)) return redirect(pathOf(run), { notice: `The ${what} has ended.` });
    return view(template, { what, name: nameOf(run), back: pathOf(run) });
  }

  async post({ params: { id }, invoke }: PageRequest<'id'>) {
    const run = await invoke(this.cancel, { id });
    const what = typeWords[run.type].toLowerCase();
    const notice = isOver(run.status) ? `The ${what} has ended.` : `The ${what} stops in a moment.`;
    return redirect(pathOf(run), { notice });
  }
}

export class CancelReviewPage extends CancelPage {
  protected readonly show = showReview;
  protected readonly cancel = cancelReview;
}

export class CancelFixPage extends CancelPage {
  protected readonly show = showFix;
  protected readonly cancel = cancelFix;
}
