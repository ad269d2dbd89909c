import {
  contribute,
  defineModule,
  serverStartedPoint,
  webHandlersPoint,
} from 'svc-registry/kernel';
import { sessionsPoint } from './contract/sessions.js';
import { frontPagePoint } from './contract/front-page.js';
import { pagesPoint } from './contract/pages.js';
import * as errors from './contract/errors.js';

export default defineModule({
  id: 'web',
  api: '^1.0.0',
  summary: 'Pages for people with a browser',
  errors: Object.values(errors),
  points: [pagesPoint, frontPagePoint, sessionsPoint],
  contributes: [
    contribute(
      pagesPoint,
      'web.front',
      { path: '/', title: 'Plugins for coding agents', access: 'anyone' },
      () => import('./server/front/front-page.js').then((m) => m.FrontPage),
    ),
    contribute(webHandlersPoint, 'web', { summary: 'The pages that modules contribute' }, () =>
      import('./server/pages-handler.js').then((m) => m.PagesHandler),
    ),
    contribute(serverStartedPoint, 'web', { summary: 'Offers /look on a trial server' }, () =>
      import('./server/dev-server.js').then((m) => m.NotesDevServer),
    ),
    contribute(
      pagesPoint,
      'web.look',
      { path: '/look', title: 'All macros', access: 'anyone' },
      () => import('./server/look/look-page.js').then((m) => m.LookPage),
    ),
  ],
  server: () => import('./server/index.js'),
});
