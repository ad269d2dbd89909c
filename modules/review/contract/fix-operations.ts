/** Operations of fix runs. They run on the server; the commands and tools call them. Rights are those of reviews. */
import {
  defineFileOperation,
  defineListOperation,
  defineOperation,
  pageQuery,
} from 'svc-registry/kernel';
import { may, ofWorkspace } from './access.js';
import type * as Inputs from './inputs.js';

const inputs = (): Promise<typeof Inputs> => import('./inputs.js');
const view = () => import('./review-run-view.js').then((m) => m.ReviewRunView);

/**
 * Starts a run that improves one skill: review, improve, review again, until the score reaches `threshold` or the iterations are used
 * (specification, "Limits"). It changes nothing but its own copy of the files. Errors: those of reading the archive, `no_skill`,
 * `one_skill_needed`, `upgrade_required`, `credits_exhausted`, and those of reading a reviewer.
 */
export const startFix = defineOperation({
  id: 'review.startFix',
  summary: 'Start a run that improves a skill',
  description:
    'The body is a gzip-compressed tar as for reviews; it has one skill. The improved files are fetched with `…/bundle` when the run is completed.',
  effect: 'write',
  runsAt: 'server',
  limits: ['review', 'review-workspace', 'review-address'],
  access: ofWorkspace('review:run'),
  input: () => inputs().then((m) => m.StartFixInput),
  output: view,
  http: {
    method: 'POST',
    path: '/experimental/fix-runs',
    tag: 'experimental',
    body: 'bytes',
    status: 201,
  },
});

export const showFix = defineOperation({
  id: 'review.showFix',
  summary: 'Show a fix run',
  effect: 'read',
  runsAt: 'server',
  access: may('review:read'),
  input: () => inputs().then((m) => m.ReviewLook),
  output: view,
  http: { method: 'GET', path: '/experimental/fix-runs/:id', tag: 'experimental' },
});

/** Lists the fix runs of a workspace, newest first. */
export const listFixes = defineListOperation({
  id: 'review.listFixes',
  summary: 'List the fix runs of a workspace',
  effect: 'read',
  runsAt: 'server',
  access: ofWorkspace('review:read'),
  input: () => inputs().then((m) => m.ListFixesInput),
  output: () => import('./review-run-view.js').then((m) => m.ReviewRunListed),
  http: {
    method: 'GET',
    path: '/experimental/fix-runs',
    tag: 'experimental',
    query: { ...pageQuery, status: 'filter[status]' },
  },
});

/** Starts a failed fix run again under the same id. A run in another state is refused with a conflict. */
export const retryFix = defineOperation({
  id: 'review.retryFix',
  summary: 'Try a failed fix run again',
  effect: 'write',
  runsAt: 'server',
  limits: ['review', 'review-address'],
  access: may('review:run'),
  input: () => inputs().then((m) => m.ReviewRef),
  output: view,
  http: { method: 'POST', path: '/experimental/fix-runs/:id/retry', tag: 'experimental' },
});

/** Cancels a fix run. A run that has ended is returned unchanged. */
export const cancelFix = defineOperation({
  id: 'review.cancelFix',
  summary: 'Cancel a fix run',
  effect: 'write',
  idempotent: true,
  runsAt: 'server',
  access: may('review:run'),
  input: () => inputs().then((m) => m.ReviewRef),
  output: view,
  http: { method: 'POST', path: '/experimental/fix-runs/:id/cancel', tag: 'experimental' },
});

/** Downloads the improved files of a completed fix run, with all other files of the folder that was sent. Errors: `review_not_completed`. */
export const downloadFix = defineFileOperation({
  id: 'review.downloadFix',
  summary: 'Download the improved files of a fix run',
  effect: 'read',
  runsAt: 'server',
  access: may('review:read'),
  input: () => inputs().then((m) => m.ReviewRef),
  http: {
    method: 'GET',
    path: '/experimental/fix-runs/:id/bundle',
    tag: 'experimental',
    output: 'file',
  },
});
