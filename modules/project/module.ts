import { contribute, defineModule, handle, locatorsPoint } from 'svc-registry/kernel';
import { permissionsPoint, workspaceContentPoint } from '../identity/contract/access.js';
import { teamTabsPoint, workspacePartsPoint } from '../identity/contract/team-pages.js';
import { tablesPoint } from '../persistence/contract/db.js';
import { policyTargetsPoint } from '../policy/contract/targets.js';
import { pagesPoint } from '../web/contract/index.js';
import * as errors from './contract/errors.js';
import * as operations from './contract/operations.js';

const texts = () => import('./client/texts.js');

export default defineModule({
  id: 'project',
  api: '^1.0.0',
  summary: 'Projects: which repository, or folder of one, belongs to which workspace',
  requires: ['persistence', 'web', 'identity', 'install', 'policy'],
  operations: [
    handle(operations.listProjects, {
      run: () => import('./server/handlers.js').then((m) => m.ListProjectsHandler),
    }),
    handle(operations.viewProject, {
      run: () => import('./server/handlers.js').then((m) => m.ViewProjectHandler),
    }),
    handle(operations.matchProject, {
      run: () => import('./server/handlers.js').then((m) => m.MatchProjectHandler),
    }),
    handle(operations.createProject, {
      run: () => import('./server/changes.js').then((m) => m.CreateProjectHandler),
    }),
    handle(operations.updateProject, {
      run: () => import('./server/changes.js').then((m) => m.UpdateProjectHandler),
    }),
    handle(operations.deleteProject, {
      run: () => import('./server/changes.js').then((m) => m.DeleteProjectHandler),
    }),
    handle(operations.listWorkspaceProjects, {
      run: () => import('./client/list.js').then((m) => m.ListHandler),
      text: () => texts().then((m) => m.projectsText),
    }),
    handle(operations.createLinkedProject, {
      run: () => import('./client/create.js').then((m) => m.CreateHandler),
      text: () => texts().then((m) => m.linkText),
    }),
    handle(operations.linkProject, {
      run: () => import('./client/link.js').then((m) => m.LinkHandler),
      text: () => texts().then((m) => m.linkText),
    }),
    handle(operations.repairProject, {
      run: () => import('./client/repair.js').then((m) => m.RepairHandler),
      text: () => texts().then((m) => m.repairText),
    }),
  ],
  contributes: [
    contribute(tablesPoint, 'project', { prefix: 'project_' }, () => import('./server/tables.js')),
    contribute(locatorsPoint, 'project', { kind: 'project' }, () =>
      import('./server/project-locator.js').then((m) => m.ProjectLocator),
    ),
    contribute(
      policyTargetsPoint,
      'project',
      { type: 'project', rank: 2, summary: 'Projects' },
      () => import('./server/project-targets.js').then((m) => m.ProjectTargets),
    ),
    contribute(workspaceContentPoint, 'project', { summary: 'Projects' }, () =>
      import('./server/workspace-projects.js').then((m) => m.WorkspaceProjects),
    ),
    contribute(permissionsPoint, 'project:read', {
      workspace: 'member',
      summary: 'See the projects of a workspace',
    }),
    contribute(permissionsPoint, 'project:write', {
      workspace: 'publisher',
      summary: 'Create, rename and bind projects',
    }),
    contribute(permissionsPoint, 'project:delete', {
      workspace: 'manager',
      summary: 'Delete projects',
    }),
    contribute(teamTabsPoint, 'project.projects', {
      title: 'Projects',
      for: 'workspace',
      segment: 'projects',
      order: 30,
      permission: 'project:read',
    }),
    contribute(
      workspacePartsPoint,
      'project.projects',
      { summary: 'Projects', place: 'side', order: 30, permission: 'project:read' },
      () => import('./server/pages/projects-part.js').then((m) => m.ProjectsPart),
    ),
    contribute(
      pagesPoint,
      'project.projects',
      { path: '/workspaces/:workspace/projects', title: 'Projects', access: 'signed-in' },
      () => import('./server/pages/projects-page.js').then((m) => m.ProjectsPage),
    ),
    contribute(
      pagesPoint,
      'project.delete',
      {
        path: '/workspaces/:workspace/projects/:project/delete',
        title: 'Delete a project',
        access: 'signed-in',
      },
      () => import('./server/pages/delete-project-page.js').then((m) => m.DeleteProjectPage),
    ),
  ],
  errors: Object.values(errors),
  client: () => import('./client/index.js'),
});
