import { contribute, defineModule } from 'svc-registry/kernel';
import { pagesPoint } from '../web/contract/index.js';

export default defineModule({
  id: 'reference',
  api: '^1.0.0',
  summary: 'Pages to look things up: error codes and documents',
  requires: ['web'],
  contributes: [
    contribute(
      pagesPoint,
      'reference.documents',
      { path: '/docs', title: 'Documentation', access: 'anyone', nav: 'Docs', place: 'footer' },
      () => import('./server/pages/documents-page.js').then((m) => m.DocumentsPage),
    ),
    contribute(
      pagesPoint,
      'reference.document',
      { path: '/docs/*path', title: 'Documentation', access: 'anyone' },
      () => import('./server/pages/document-page.js').then((m) => m.DocumentPage),
    ),
    contribute(
      pagesPoint,
      'reference.errors',
      { path: '/errors', title: 'Errors', access: 'anyone', nav: 'Errors', place: 'footer' },
      () => import('./server/pages/errors-page.js').then((m) => m.ErrorsPage),
    ),
    contribute(
      pagesPoint,
      'reference.error',
      { path: '/errors/:code', title: 'Error', access: 'anyone' },
      () => import('./server/pages/error-page.js').then((m) => m.ErrorPage),
    ),
  ],
});
