import { contribute } from 'svc-registry/kernel';
import { pluginPagePoint } from '../registry/contract/plugin-page.js';
import { runListsPoint } from '../runs/contract/index.js';
import { pagesPoint } from '../web/contract/index.js';

const cancelPages = () => import('./server/pages/cancel-review-page.js');
const downloads = () => import('./server/pages/downloads.js');
const lists = () => import('./server/pages/review-runs.js');

export const pages = [
  contribute(pluginPagePoint, 'security', { title: 'Security', place: 'tab', order: 30 }, () =>
    import('./server/pages/security-tab.js').then((m) => m.SecurityTab),
  ),
  contribute(pluginPagePoint, 'quality', { title: 'Quality', place: 'tab', order: 40 }, () =>
    import('./server/pages/quality-tab.js').then((m) => m.QualityTab),
  ),
  contribute(
    pluginPagePoint,
    'capabilities',
    { title: 'What it can do', place: 'difference', order: 10 },
    () => import('./server/pages/difference-part.js').then((m) => m.DifferencePart),
  ),
  contribute(
    runListsPoint,
    'security-reviews',
    {
      title: 'Security reviews',
      one: 'Security review',
      command: 'svc review run security',
      order: 10,
    },
    () => lists().then((m) => m.SecurityReviews),
  ),
  contribute(
    runListsPoint,
    'quality-reviews',
    {
      title: 'Quality reviews',
      one: 'Quality review',
      command: 'svc review run quality',
      order: 20,
    },
    () => lists().then((m) => m.QualityReviews),
  ),
  contribute(
    runListsPoint,
    'fixes',
    { title: 'Fixes', one: 'Fix', command: 'svc review fix', order: 30 },
    () => lists().then((m) => m.Fixes),
  ),
  contribute(
    pagesPoint,
    'review.review',
    { path: '/reviews/:id', title: 'Review', access: 'signed-in' },
    () => import('./server/pages/review-page.js').then((m) => m.ReviewPage),
  ),
  contribute(
    pagesPoint,
    'review.cancel',
    { path: '/reviews/:id/cancel', title: 'Cancel a review', access: 'signed-in' },
    () => cancelPages().then((m) => m.CancelReviewPage),
  ),
  contribute(
    pagesPoint,
    'review.sarif',
    { path: '/reviews/:id/sarif', title: 'Findings of a review', access: 'signed-in' },
    () => downloads().then((m) => m.SarifPage),
  ),
  contribute(
    pagesPoint,
    'review.fix',
    { path: '/fixes/:id', title: 'Fix', access: 'signed-in' },
    () => import('./server/pages/fix-page.js').then((m) => m.FixPage),
  ),
  contribute(
    pagesPoint,
    'review.cancel-fix',
    { path: '/fixes/:id/cancel', title: 'Cancel a fix', access: 'signed-in' },
    () => cancelPages().then((m) => m.CancelFixPage),
  ),
  contribute(
    pagesPoint,
    'review.fixed-files',
    { path: '/fixes/:id/files', title: 'Improved files', access: 'signed-in' },
    () => downloads().then((m) => m.FixedFilesPage),
  ),
];
