import {
  defineCommand,
  defineListOperation,
  defineOperation,
  ExitCode,
  pageQuery,
} from 'svc-registry/kernel';
import type * as Inputs from './project-inputs.js';
import type * as CommandInputs from './command-inputs.js';

const inputs = (): Promise<typeof Inputs> => import('./project-inputs.js');
const commandInputs = (): Promise<typeof CommandInputs> => import('./command-inputs.js');
const projectView = () => import('./project-view.js').then((m) => m.ProjectView);
const link = () => import('./command-results.js').then((m) => m.ProjectLink);
const onWorkspace = {
  on: 'workspace',
  of: (input: { workspace: string }) => input.workspace,
} as const;
const onProject = { on: 'project', of: (input: { projectId: string }) => input.projectId } as const;
const command = { runsAt: 'client', access: 'local', effect: 'write', idempotent: true } as const;

/** Projects of a workspace, by name. */
export const listProjects = defineListOperation({
  id: 'project.listProjects',
  summary: 'List the projects of a workspace',
  effect: 'read',
  runsAt: 'server',
  access: { permission: 'project:read', ...onWorkspace },
  input: () => inputs().then((m) => m.ListProjectsInput),
  output: projectView,
  mcp: {
    name: 'project_list',
    title: 'List the projects of a workspace',
    omit: ['pageSize', 'after', 'before', 'name', 'sourceType', 'sourceUri'],
    openWorld: false,
  },
  http: {
    method: 'GET',
    path: '/v1/projects',
    tag: 'public',
    query: {
      ...pageQuery,
      name: 'filter[name]',
      sourceType: 'filter[sourceType]',
      sourceUri: 'filter[sourceUri]',
    },
  },
});

export const viewProject = defineOperation({
  id: 'project.viewProject',
  summary: 'Show a project',
  effect: 'read',
  runsAt: 'server',
  access: { permission: 'project:read', ...onProject },
  input: () => inputs().then((m) => m.ProjectRef),
  output: projectView,
  http: { method: 'GET', path: '/v1/projects/:projectId', tag: 'public' },
});

/** Answers `duplicate_project_name` or `duplicate_project_provenance` where the workspace has one like it. */
export const createProject = defineOperation({
  id: 'project.createProject',
  summary: 'Create a project',
  effect: 'write',
  runsAt: 'server',
  access: { permission: 'project:write', ...onWorkspace },
  input: () => inputs().then((m) => m.CreateProjectInput),
  output: projectView,
  http: { method: 'POST', path: '/v1/projects', tag: 'public', status: 201 },
});

export const updateProject = defineOperation({
  id: 'project.updateProject',
  summary: 'Rename a project, or bind it to another source',
  effect: 'write',
  idempotent: true,
  runsAt: 'server',
  access: { permission: 'project:write', ...onProject },
  input: () => inputs().then((m) => m.UpdateProjectInput),
  output: projectView,
  http: { method: 'PATCH', path: '/v1/projects/:projectId', tag: 'public' },
});

/** Soft: the name and the source are free again, what was recorded under the project stays (registry-service.md, "HTTP API"). */
export const deleteProject = defineCommand({
  id: 'project.deleteProject',
  summary: 'Delete a project',
  description: 'Its name and its source are free again. What was recorded under it stays.',
  effect: 'write',
  runsAt: 'server',
  access: { permission: 'project:delete', ...onProject },
  input: () => inputs().then((m) => m.ProjectRef),
  http: { method: 'DELETE', path: '/v1/projects/:projectId', tag: 'public' },
});

export const matchProject = defineOperation({
  id: 'project.matchProject',
  summary: 'Compare what a folder says about its project with what the server knows',
  effect: 'read',
  runsAt: 'server',
  access: { permission: 'project:read', ...onWorkspace },
  input: () => inputs().then((m) => m.MatchProjectInput),
  output: () => import('./project-view.js').then((m) => m.ProjectMatch),
  http: { method: 'POST', path: '/v1/projects/validate', tag: 'public' },
});

export const listWorkspaceProjects = defineListOperation({
  id: 'project.list',
  summary: 'List the projects of a workspace',
  effect: 'read',
  runsAt: 'client',
  access: 'local',
  input: () => commandInputs().then((m) => m.ListCommandInput),
  output: projectView,
  cli: { name: 'project list' },
});

export const createLinkedProject = defineOperation({
  ...command,
  id: 'project.create',
  summary: 'Create a project for the current folder and link svc.json to it',
  description:
    'Where the workspace has a project for this repository already, the folder is linked to that one.',
  input: () => commandInputs().then((m) => m.CreateCommandInput),
  output: link,
  cli: { name: 'project create', positionals: ['projectName'] },
});

export const linkProject = defineOperation({
  ...command,
  id: 'project.link',
  summary: 'Link svc.json to the project that the server has for this folder',
  description: 'Looked for by the repository that the folder was cloned from, then by name.',
  input: () => commandInputs().then((m) => m.LinkCommandInput),
  output: link,
  cli: { name: 'project link' },
});

export const repairProject = defineOperation({
  ...command,
  id: 'project.repair',
  summary: 'Find out whether svc.json and the server still mean the same project, and mend it',
  description:
    'Without an action it tells what is wrong and what would help; on a terminal it asks.',
  input: () => commandInputs().then((m) => m.RepairCommandInput),
  output: () => import('./command-results.js').then((m) => m.ProjectRepair),
  cli: {
    name: 'project repair',
    short: { yes: 'y' },
    exits: [{ field: 'open', exit: ExitCode.conflict }],
  },
});
