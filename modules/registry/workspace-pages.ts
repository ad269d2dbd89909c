import { contribute } from 'svc-registry/kernel';
import { teamTabsPoint, workspacePartsPoint } from '../identity/contract/team-pages.js';
import { pagesPoint } from '../web/contract/index.js';

export const workspacePages = [
  contribute(teamTabsPoint, 'registry.plugins', {
    title: 'Plugins',
    for: 'workspace',
    segment: 'plugins',
    order: 10,
    permission: 'tile:read',
  }),
  contribute(
    pagesPoint,
    'registry.workspacePlugins',
    { path: '/workspaces/:workspace/plugins', title: 'Plugins', access: 'signed-in' },
    () => import('./server/workspace-pages/plugins-page.js').then((m) => m.WorkspacePluginsPage),
  ),
  contribute(
    workspacePartsPoint,
    'registry.plugins',
    { summary: 'Plugins', place: 'main', order: 10, permission: 'tile:read' },
    () => import('./server/workspace-pages/plugins-part.js').then((m) => m.PluginsPart),
  ),
];
