import {
  type Caller,
  defineCommand,
  defineListOperation,
  defineOperation,
  pageQuery,
} from 'svc-registry/kernel';
import { keyNotAllowed } from '../errors.js';
import { defaultOrganizationRef } from '../references.js';

const workspaceView = () => import('../dto/workspace.js').then((m) => m.WorkspaceView);

/** By name, those in which the caller has a role. */
export const listWorkspaces = defineListOperation({
  id: 'identity.listWorkspaces',
  summary: 'List the workspaces you have a role in',
  effect: 'read',
  runsAt: 'server',
  access: 'signed-in',
  input: () => import('../dto/workspace.js').then((m) => m.ListWorkspacesInput),
  output: workspaceView,
  cli: { name: 'workspace list' },
  mcp: {
    name: 'workspace_list',
    title: 'List your workspaces',
    description: 'Name and id of every workspace you are a member of.',
    omit: ['pageSize', 'after', 'before', 'name', 'org', 'includeArchived'],
    openWorld: false,
  },
  http: {
    method: 'GET',
    path: '/v1/workspaces',
    tag: 'public',
    query: { ...pageQuery, name: 'filter[name]', org: 'filter[org]' },
  },
});

/** By name or id. */
export const viewWorkspace = defineOperation({
  id: 'identity.viewWorkspace',
  summary: 'Show a workspace',
  effect: 'read',
  runsAt: 'server',
  access: { permission: 'workspace:read', on: 'workspace', of: (input) => input.id },
  input: () => import('../dto/workspace.js').then((m) => m.WorkspaceRef),
  output: workspaceView,
  http: { method: 'GET', path: '/v1/workspaces/:id', tag: 'public' },
});

export const updateWorkspace = defineOperation({
  id: 'identity.updateWorkspace',
  summary: 'Change the settings of a workspace',
  effect: 'write',
  idempotent: true,
  runsAt: 'server',
  access: { permission: 'workspace:edit_settings', on: 'workspace', of: (input) => input.id },
  input: () => import('../dto/workspace.js').then((m) => m.UpdateWorkspaceInput),
  output: workspaceView,
  http: { method: 'PATCH', path: '/v1/workspaces/:id', tag: 'public' },
});

/** Its maker owns it. Errors: `name_taken`. */
export const createWorkspace = defineOperation({
  id: 'identity.createWorkspace',
  summary: 'Create a workspace',
  description: 'Only admins of the organization may. You become its first owner.',
  effect: 'write',
  runsAt: 'server',
  access: {
    permission: 'workspace:create',
    on: 'organization',
    of: (input, caller: Caller) => {
      // before the organization is looked up: for one that the key does not see, the answer would be that it does not exist
      if (caller.kind === 'key') throw keyNotAllowed({ what: 'create a workspace' });
      return input.orgId ?? defaultOrganizationRef(caller);
    },
  },
  input: () => import('../dto/workspace.js').then((m) => m.CreateWorkspaceInput),
  output: workspaceView,
  cli: { name: 'workspace create', positionals: ['name'], flags: { orgId: 'org' } },
  mcp: {
    name: 'workspace_create',
    title: 'Create a workspace',
    description:
      'Create a workspace in an organization. Only its admins may. You become the first owner of the workspace.',
    destructive: false,
    openWorld: false,
  },
  http: { method: 'POST', path: '/v1/workspaces', tag: 'public', status: 201 },
});

/** Addresses of their own: a change of settings that leaves the default role out removes it. */
export const archiveWorkspace = defineOperation({
  id: 'identity.archiveWorkspace',
  summary: 'Archive a workspace',
  description:
    'Nothing new comes into it: no version, project, key, member or policy. What it holds stays to be read, installed, changed and removed. ' +
    'Lists leave it out.',
  effect: 'write',
  idempotent: true,
  runsAt: 'server',
  access: { permission: 'workspace:archive', on: 'workspace', of: (input) => input.id },
  input: () => import('../dto/workspace.js').then((m) => m.ArchiveWorkspaceInput),
  output: workspaceView,
  cli: {
    name: 'workspace archive',
    positionals: ['id'],
    confirm: 'Archive the workspace {id}? Nothing new comes into it until it is restored.',
    examples: [
      {
        command: 'svc workspace archive lab --reason "Moved to acme"',
        text: 'A workspace that was given up',
      },
    ],
  },
  http: { method: 'POST', path: '/v1/workspaces/:id/archive', tag: 'public' },
});

export const unarchiveWorkspace = defineOperation({
  id: 'identity.unarchiveWorkspace',
  summary: 'Restore an archived workspace',
  effect: 'write',
  idempotent: true,
  runsAt: 'server',
  access: { permission: 'workspace:archive', on: 'workspace', of: (input) => input.id },
  input: () => import('../dto/workspace.js').then((m) => m.WorkspaceRef),
  output: workspaceView,
  cli: { name: 'workspace unarchive', positionals: ['id'] },
  http: { method: 'POST', path: '/v1/workspaces/:id/unarchive', tag: 'public' },
});

export const deleteWorkspace = defineCommand({
  id: 'identity.deleteWorkspace',
  summary: 'Delete an empty workspace',
  effect: 'write',
  runsAt: 'server',
  access: { permission: 'workspace:delete', on: 'workspace', of: (input) => input.id },
  input: () => import('../dto/workspace.js').then((m) => m.WorkspaceRef),
  cli: {
    name: 'workspace delete',
    positionals: ['id'],
    confirm: 'Delete the workspace {id} for good?',
  },
  http: { method: 'DELETE', path: '/v1/workspaces/:id', tag: 'public' },
});

/** By e-mail address. */
export const listWorkspaceMembers = defineListOperation({
  id: 'identity.listWorkspaceMembers',
  summary: 'List the members of a workspace',
  effect: 'read',
  runsAt: 'server',
  access: { permission: 'workspace:read', on: 'workspace', of: (input) => input.workspace },
  input: () => import('../dto/workspace.js').then((m) => m.WorkspaceMembersInput),
  output: () => import('../dto/member.js').then((m) => m.MemberView),
  cli: { name: 'workspace list-members', positionals: ['workspace'] },
  mcp: {
    name: 'workspace_list_members',
    title: 'List the members of a workspace',
    description: 'Who is a member of a workspace, and with which role.',
    omit: ['pageSize', 'after', 'before'],
    openWorld: false,
  },
  http: {
    method: 'GET',
    path: '/v1/workspaces/:workspace/members',
    tag: 'public',
    query: pageQuery,
  },
});

/** The person must belong to the organization. */
export const addWorkspaceMember = defineOperation({
  id: 'identity.addWorkspaceMember',
  summary: 'Give someone a role in a workspace',
  description:
    'Changes the role of a person who is a member already. Workspace roles need membership of the organization first: ' +
    'when an admin of the organization names a newcomer, an invitation code is printed to hand over.',
  effect: 'write',
  runsAt: 'server',
  access: {
    permission: 'workspace:manage_members',
    on: 'workspace',
    of: (input) => input.workspace,
  },
  answersSecret: true,
  input: () => import('../dto/workspace.js').then((m) => m.AddWorkspaceMemberInput),
  output: () => import('../dto/member.js').then((m) => m.MembershipChange),
  cli: { name: 'workspace add-member', positionals: ['workspace', 'email'] },
  http: { method: 'POST', path: '/v1/workspaces/:workspace/members', tag: 'public' },
});

export const removeWorkspaceMember = defineCommand({
  id: 'identity.removeWorkspaceMember',
  summary: "Take someone's role in a workspace away",
  effect: 'write',
  runsAt: 'server',
  access: {
    permission: 'workspace:manage_members',
    on: 'workspace',
    of: (input) => input.workspace,
  },
  input: () => import('../dto/workspace.js').then((m) => m.RemoveWorkspaceMemberInput),
  cli: {
    name: 'workspace remove-member',
    positionals: ['workspace', 'member'],
    confirm: 'Take the role of {member} in the workspace {workspace} away?',
  },
  http: { method: 'DELETE', path: '/v1/workspaces/:workspace/members/:member', tag: 'public' },
});
