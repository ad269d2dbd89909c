import { contribute } from 'svc-registry/kernel';
import { frontPagePoint, pagesPoint } from '../web/contract/index.js';

export const searchPages = [
  contribute(
    pagesPoint,
    'registry.search',
    { path: '/search', title: 'Search', access: 'anyone', nav: 'Search plugins', place: 'search' },
    () => import('./server/pages/search/search-page.js').then((m) => m.SearchPage),
  ),
  contribute(
    frontPagePoint,
    'registry.search',
    { summary: 'Search', for: 'anyone', order: 5 },
    () => import('./server/pages/search/front-parts.js').then((m) => m.FrontSearch),
  ),
  contribute(
    frontPagePoint,
    'registry.plugins',
    { summary: 'Plugins', for: 'anyone', order: 30 },
    () => import('./server/pages/search/front-parts.js').then((m) => m.FrontPlugins),
  ),
];
