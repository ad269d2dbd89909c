import { contribute } from 'svc-registry/kernel';
import { runListsPoint } from '../runs/contract/index.js';

const lists = () => import('./server/pages/review-runs.js');

export const pages = [
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
];
