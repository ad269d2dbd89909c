import { contribute, defineModule, handle, locatorsPoint } from 'svc-registry/kernel';
import { permissionsPoint } from '../identity/contract/access.js';
import { runKindsPoint } from '../jobs/contract/db.js';
import { blobReferencesPoint, tablesPoint } from '../persistence/contract/db.js';
import { afterPublishPoint } from '../registry/contract/after-publish.js';
import { publishedPoint } from '../registry/contract/published.js';
import { scannersPoint } from '../registry/contract/scanners.js';
import { versionFactsPoint } from '../registry/contract/version-facts.js';
import * as commands from './contract/commands.js';
import * as errors from './contract/errors.js';
import { evaluationsPoint } from './contract/evaluations.js';
import * as fixErrors from './contract/fix-errors.js';
import * as fixes from './contract/fix-operations.js';
import { limits } from './contract/limits.js';
import * as operations from './contract/operations.js';
import { reviewersPoint } from './contract/reviewers.js';
import { reviewRunMachine } from './contract/review-run.machine.js';
import { searchFacts } from './contract/search-facts.js';
import { settings } from './contract/settings.js';
import { pages } from './pages.js';

const qualityRuns = () => import('./server/quality/review-quality.js');
const handlers = () => import('./server/runs/handlers.js');
const fixRuns = () => import('./server/fix/fix-skill.js');
const fixHandlers = () => import('./server/fix/handlers.js');
const reviewText = () => import('./client/texts.js').then((m) => m.reviewText);

export default defineModule({
  id: 'review',
  api: '^1.0.0',
  summary: 'Reviews of plugins and skills: what could harm their users, and what could be better',
  requires: [
    'persistence',
    'jobs',
    'identity',
    'billing',
    'registry',
    'install',
    'project',
    'models',
    'web',
    'runs',
  ],
  operations: [
    handle(operations.startReview, {
      run: () => import('./server/runs/start-run.handler.js').then((m) => m.StartRunHandler),
    }),
    handle(operations.showReview, { run: () => handlers().then((m) => m.ShowRunHandler) }),
    handle(operations.listReviews, { run: () => handlers().then((m) => m.ListRunsHandler) }),
    handle(operations.retryRun, { run: () => handlers().then((m) => m.RetryRunHandler) }),
    handle(operations.cancelReview, {
      run: () => handlers().then((m) => m.CancelRunHandler),
      text: reviewText,
    }),
    handle(operations.downloadSarif, {
      run: () => import('./server/runs/sarif.handler.js').then((m) => m.SarifHandler),
    }),
    handle(fixes.startFix, {
      run: () => import('./server/fix/start-fix.handler.js').then((m) => m.StartFixHandler),
    }),
    handle(fixes.showFix, { run: () => fixHandlers().then((m) => m.ShowFixHandler) }),
    handle(fixes.listFixes, { run: () => fixHandlers().then((m) => m.ListFixesHandler) }),
    handle(fixes.retryFix, { run: () => fixHandlers().then((m) => m.RetryFixHandler) }),
    handle(fixes.cancelFix, { run: () => fixHandlers().then((m) => m.CancelFixHandler) }),
    handle(fixes.downloadFix, { run: () => fixHandlers().then((m) => m.DownloadFixHandler) }),
    handle(commands.runQuality, {
      run: () => import('./client/run-review.js').then((m) => m.RunQualityHandler),
      text: reviewText,
    }),
    handle(commands.runSecurity, {
      run: () => import('./client/run-review.js').then((m) => m.RunSecurityHandler),
      text: reviewText,
    }),
    handle(commands.fixReview, {
      run: () => import('./client/fix/fix.js').then((m) => m.FixHandler),
      text: reviewText,
    }),
    handle(commands.reviewSkill, {
      run: () => import('./client/skill-review.js').then((m) => m.SkillReviewHandler),
      text: reviewText,
    }),
    handle(commands.viewReview, {
      run: () => import('./client/view.js').then((m) => m.ViewHandler),
      text: reviewText,
    }),
    handle(commands.listReviewsCommand, {
      run: () => import('./client/list.js').then((m) => m.ListHandler),
      text: () => import('./client/list-text.js').then((m) => m.reviewsText),
    }),
    handle(commands.retryReview, {
      run: () => import('./client/retry.js').then((m) => m.RetryHandler),
      text: reviewText,
    }),
    handle(operations.showCapabilities, {
      run: () =>
        import('./server/moderation/capabilities.handler.js').then((m) => m.CapabilitiesHandler),
    }),
    handle(operations.showQuality, {
      run: () =>
        import('./server/publishing/show-quality.handler.js').then((m) => m.ShowQualityHandler),
    }),
    handle(commands.capabilitiesCommand, {
      run: () => import('./client/capabilities.js').then((m) => m.CapabilitiesCommandHandler),
      text: () => import('./client/capabilities-text.js').then((m) => m.capabilitiesText),
    }),
    handle(commands.startReviewTool, {
      run: () => import('./client/tools.js').then((m) => m.StartToolHandler),
    }),
    handle(commands.startFixTool, {
      run: () => import('./client/tools.js').then((m) => m.FixToolHandler),
    }),
    handle(commands.viewReviewTool, {
      run: () => import('./client/tools.js').then((m) => m.ViewToolHandler),
    }),
  ],
  machines: [reviewRunMachine],
  points: [evaluationsPoint, reviewersPoint],
  contributes: [
    ...settings,
    ...limits,
    ...pages,
    ...searchFacts,
    contribute(tablesPoint, 'review', { prefix: 'review_' }, () => import('./server/tables.js')),
    contribute(blobReferencesPoint, 'review.bundles', {
      table: 'review_runs',
      column: 'bundle_sha256',
    }),
    contribute(blobReferencesPoint, 'review.reports', {
      table: 'review_runs',
      column: 'report_sha256',
    }),
    contribute(blobReferencesPoint, 'review.reviewers', {
      table: 'review_runs',
      column: 'reviewer_sha256',
    }),
    contribute(blobReferencesPoint, 'review.improved', {
      table: 'review_runs',
      column: 'improved_sha256',
    }),
    contribute(blobReferencesPoint, 'review.versions', {
      table: 'review_versions',
      column: 'report_sha256',
    }),
    contribute(scannersPoint, 'review.security', { summary: 'The security review' }, () =>
      import('./server/moderation/review-scanner.js').then((m) => m.ReviewScanner),
    ),
    contribute(versionFactsPoint, 'security', { summary: 'What the security review found' }, () =>
      import('./server/moderation/security-facts.js').then((m) => m.SecurityFacts),
    ),
    contribute(versionFactsPoint, 'quality', { summary: 'How good its skills are' }, () =>
      import('./server/publishing/quality-facts.js').then((m) => m.QualityFacts),
    ),
    contribute(publishedPoint, 'review.quality', { summary: 'Queues the quality review' }, () =>
      import('./server/publishing/queue-quality.js').then((m) => m.QueueQuality),
    ),
    contribute(
      afterPublishPoint,
      'review',
      { summary: 'Says where the score of what was published is shown', serves: ['score'] },
      () => import('./client/after-publish.js').then((m) => m.QualityAfterPublish),
    ),
    contribute(reviewersPoint, 'default', { summary: 'The default reviewer' }, () =>
      import('./server/quality/default-reviewer.js').then((m) => m.DefaultReviewer),
    ),
    contribute(locatorsPoint, 'reviewRun', { kind: 'reviewRun' }, () =>
      import('./server/runs/run-locator.js').then((m) => m.RunLocator),
    ),
    contribute(
      runKindsPoint,
      'review.run',
      { summary: 'Security review of files that were sent', timeLimitSeconds: 900 },
      () => import('./server/runs/review-files.js').then((m) => m.securityReviews),
    ),
    contribute(
      runKindsPoint,
      'review.model-run',
      {
        summary: 'Security review with the help of a language model',
        timeLimitSeconds: 1800,
        lane: 'long',
      },
      () => import('./server/runs/review-files.js').then((m) => m.modelReviews),
    ),
    contribute(
      runKindsPoint,
      'review.quality',
      { summary: 'Quality review of files that were sent', timeLimitSeconds: 900 },
      () => qualityRuns().then((m) => m.qualityReviews),
    ),
    contribute(
      runKindsPoint,
      'review.version-quality',
      { summary: 'Quality review of a published version', timeLimitSeconds: 900, lane: 'apart' },
      () => qualityRuns().then((m) => m.versionQualityReviews),
    ),
    contribute(
      runKindsPoint,
      'review.judge',
      { summary: 'Quality review by a language model', timeLimitSeconds: 3600, lane: 'long' },
      () => qualityRuns().then((m) => m.judgedReviews),
    ),
    contribute(
      runKindsPoint,
      'review.fix',
      { summary: 'Safe fixes of a skill', timeLimitSeconds: 900 },
      () => fixRuns().then((m) => m.safeFixRuns),
    ),
    contribute(
      runKindsPoint,
      'review.model-fix',
      {
        summary: 'Improvement of a skill by a language model',
        // an iteration asks the improver once and each judge once
        timeLimitSeconds: 10_800,
        lane: 'long',
      },
      () => fixRuns().then((m) => m.modelFixRuns),
    ),
    contribute(permissionsPoint, 'review:read', {
      workspace: 'member',
      summary: 'See the reviews of a workspace',
    }),
    contribute(permissionsPoint, 'review:run', {
      workspace: 'member',
      summary: 'Start reviews, try them again and cancel them',
    }),
  ],
  errors: [...Object.values(errors), ...Object.values(fixErrors)],
  server: () => import('./server/index.js'),
});
