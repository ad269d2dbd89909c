import { redirect, view, type Page, type PageRequest } from '../../../web/contract/index.js';
import { retryFix, showFix } from '../../contract/fix-operations.js';
import type { FixResult } from '../../contract/fix-view.js';
import { reviewedPlugin } from './plugin-link.js';
import { headOf, pathOf } from './review-head.js';
import { scoreBadge } from './words.js';

const template = new URL('fix.njk', import.meta.url);

/** Shows a fix run: its scores, what it changed and why, and the patch. */
export class FixPage implements Page<'id'> {
  async get({ params, invoke }: PageRequest<'id'>) {
    const run = await invoke(showFix, { id: params.id });
    const { href } = await reviewedPlugin(run, invoke);
    return view(template, {
      id: run.reviewRunId,
      run: headOf(run),
      plugin: href,
      done: run.status === 'completed',
      failed: run.status === 'failed',
      failure: run.failureReason,
      fix: run.fix && fixOf(run.fix),
    });
  }

  async post({ params, invoke }: PageRequest<'id'>) {
    const run = await invoke(retryFix, { id: params.id });
    return redirect(pathOf(run), { notice: 'The fix has been started again.' });
  }
}

function fixOf(fix: FixResult) {
  const { config, baselineScore, finalScore, iterations, files } = fix;
  return {
    before: scoreBadge(baselineScore),
    after: scoreBadge(finalScore),
    threshold: config.threshold,
    most: config.maxIterations,
    by: config.model ?? 'safe corrections only',
    iterations: iterations.map(({ iteration, score, dropped, changes }) => ({
      iteration,
      score: dropped === null ? scoreBadge(score) : { text: 'Dropped', tone: 'warn' },
      dropped: dropped ?? '',
      changes,
    })),
    changed: files.filter(({ before, after }) => before !== after).map(({ path }) => path),
    patch: fix.differences ?? '',
  };
}
