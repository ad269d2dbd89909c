/**
 * Operations that run on the server; the commands and tools call them. Reading and starting reviews needs the role member in the workspace
 * (specification, "Authentication", 5). The routes are those of the specification, "HTTP API", or stand beside them.
 */
import type { CapabilitiesInput } from './capabilities-view.js';
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
 * Starts a review. Unless `force` is set: if the workspace has a review of the same content by the same rules, the new one is completed at once with
 * its result, and while one that uses credits goes on, that one is answered. Errors: those of reading the archive, `not_for_security`, and for quality
 * `no_skill`, `upgrade_required`, `credits_exhausted`, `model_not_configured`, and those of reading a reviewer.
 */
export const startReview = defineOperation({
  id: 'review.startRun',
  summary: 'Start a review of a plugin or skill',
  description:
    'The body is a gzip-compressed tar as `svc plugin pack` writes it; it may contain a skill without a manifest or an invalid plugin.',
  effect: 'write',
  runsAt: 'server',
  limits: ['review', 'review-workspace', 'review-address'],
  access: ofWorkspace('review:run'),
  input: () => inputs().then((m) => m.StartReviewInput),
  output: view,
  http: {
    method: 'POST',
    path: '/experimental/review-runs',
    tag: 'experimental',
    body: 'bytes',
    status: 201,
  },
});

export const showReview = defineOperation({
  id: 'review.showRun',
  summary: 'Show a review',
  effect: 'read',
  runsAt: 'server',
  access: may('review:read'),
  input: () => inputs().then((m) => m.ReviewLook),
  output: view,
  http: { method: 'GET', path: '/experimental/review-runs/:id', tag: 'experimental' },
});

/** Lists the reviews of a workspace, newest first. */
export const listReviews = defineListOperation({
  id: 'review.listRuns',
  summary: 'List the reviews of a workspace',
  effect: 'read',
  runsAt: 'server',
  access: ofWorkspace('review:read'),
  input: () => inputs().then((m) => m.ListReviewsInput),
  output: () => import('./review-run-view.js').then((m) => m.ReviewRunListed),
  http: {
    method: 'GET',
    path: '/experimental/review-runs',
    tag: 'experimental',
    query: { ...pageQuery, status: 'filter[status]', type: 'filter[type]' },
  },
});

/** Starts a failed review again under the same id (specification, "States and transitions"). A review in another state is refused with a conflict. */
export const retryRun = defineOperation({
  id: 'review.retryRun',
  summary: 'Try a failed review again',
  effect: 'write',
  runsAt: 'server',
  limits: ['review', 'review-address'],
  access: may('review:run'),
  input: () => inputs().then((m) => m.ReviewRef),
  output: view,
  http: { method: 'POST', path: '/experimental/review-runs/:id/retry', tag: 'experimental' },
});

/** Cancels a review. A review that has ended is returned unchanged. */
export const cancelReview = defineOperation({
  id: 'review.cancelRun',
  summary: 'Cancel a review',
  effect: 'write',
  idempotent: true,
  runsAt: 'server',
  access: may('review:run'),
  input: () => inputs().then((m) => m.ReviewRef),
  output: view,
  cli: { name: 'review cancel', positionals: ['id'] },
  http: { method: 'POST', path: '/experimental/review-runs/:id/cancel', tag: 'experimental' },
});

/** Downloads the findings of a completed security review as SARIF. Errors: `review_not_completed`, `no_findings`. */
export const downloadSarif = defineFileOperation({
  id: 'review.downloadSarif',
  summary: 'Download the findings of a security review as SARIF 2.1.0',
  effect: 'read',
  runsAt: 'server',
  access: may('review:read'),
  input: () => inputs().then((m) => m.ReviewRef),
  http: {
    method: 'GET',
    path: '/experimental/review-runs/:id/sarif',
    tag: 'experimental',
    output: 'file',
  },
});

/** Shows the capabilities of a scanned version. Errors: `capabilities_unknown`; `moderation_hidden` if moderation withholds the version and the caller is outside its workspace. */
export const showCapabilities = defineOperation({
  id: 'review.showCapabilities',
  summary: 'Show what a version of a plugin can do',
  description:
    'Lists hosts, programs, paths, environment variables, tools, hooks and tool servers, with file and line. With `against` also lists the difference from that version.',
  effect: 'read',
  runsAt: 'server',
  access: {
    permission: 'tile:read',
    on: 'tileVersion',
    of: ({ workspace, tile, version }: CapabilitiesInput) => `${workspace}/${tile}@${version}`,
  },
  input: () => import('./capabilities-view.js').then((m) => m.CapabilitiesInput),
  output: () => import('./capabilities-view.js').then((m) => m.CapabilitiesView),
  http: {
    method: 'GET',
    path: '/experimental/tiles/:workspace/:tile/versions/:version/capabilities',
    tag: 'experimental',
  },
});

/** Shows the newest quality review of a version. Errors: `quality_unknown`; `moderation_hidden` like `showCapabilities`. */
export const showQuality = defineOperation({
  id: 'review.showQuality',
  summary: 'Show where the score of a version comes from',
  description:
    'Per skill the checks, the points of each dimension and the lines that they come from.',
  effect: 'read',
  runsAt: 'server',
  access: {
    permission: 'tile:read',
    on: 'tileVersion',
    of: ({ workspace, tile, version }: { workspace: string; tile: string; version: string }) =>
      `${workspace}/${tile}@${version}`,
  },
  input: () => import('../../registry/contract/tile-inputs.js').then((m) => m.VersionRef),
  output: () => import('./version-quality-view.js').then((m) => m.VersionQualityView),
  http: {
    method: 'GET',
    path: '/experimental/tiles/:workspace/:tile/versions/:version/quality',
    tag: 'experimental',
  },
});
