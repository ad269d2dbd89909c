import {
  type Caller,
  defineCommand,
  defineListOperation,
  defineOperation,
  pageQuery,
} from 'svc-registry/kernel';
import { keyNotAllowed } from '../errors.js';
import { defaultOrganizationRef } from '../references.js';

const managesMembers = {
  permission: 'workspace:manage_members',
  on: 'workspace',
  of: (input: { workspace: string }) => input.workspace,
} as const;
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
    description: 'Name and id of every workspace in which you have a role.',
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
  description:
    'Only admins of the organization can do this. You become the first owner of the workspace.',
  effect: 'write',
  runsAt: 'server',
  access: {
    permission: 'workspace:create',
    on: 'organization',
    of: (input, caller: Caller) => {
      // before the look-up of the organization, which would answer "not found" for one that the key does not see
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
      'Create a workspace in an organization. Only its admins can do this. You become the first owner of the workspace.',
    destructive: false,
    openWorld: false,
  },
  http: { method: 'POST', path: '/v1/workspaces', tag: 'public', status: 201 },
});

/** Not part of `updateWorkspace`, because a change of settings without a default role removes that role. */
export const archiveWorkspace = defineOperation({
  id: 'identity.archiveWorkspace',
  summary: 'Archive a workspace',
  description:
    'An archived workspace accepts no new versions, projects, keys, members or policies. Its content can still be read, installed, changed ' +
    'and removed. Lists leave it out.',
  effect: 'write',
  idempotent: true,
  runsAt: 'server',
  access: { permission: 'workspace:archive', on: 'workspace', of: (input) => input.id },
  input: () => import('../dto/workspace.js').then((m) => m.ArchiveWorkspaceInput),
  output: workspaceView,
  cli: {
    name: 'workspace archive',
    positionals: ['id'],
    confirm: 'Archive the workspace {id}? It accepts nothing new until it is restored.',
    examples: [
      {
        command: 'svc workspace archive lab --reason "Moved to acme"',
        text: 'A workspace that is no longer used',
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
    confirm: 'Delete the workspace {id} permanently?',
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
    description: 'The members of a workspace and their roles.',
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
    'Changes the role of a person who is already a member. A workspace role requires membership of the organization: ' +
    'if an admin of the organization names someone who is not a member, an invitation code is printed to pass on. ' +
    'Where the server sends mails, it is mailed as well, to the same person once in two minutes.',
  effect: 'write',
  runsAt: 'server',
  access: managesMembers,
  answersSecret: true,
  input: () => import('../dto/workspace.js').then((m) => m.AddWorkspaceMemberInput),
  output: () => import('../dto/member.js').then((m) => m.MembershipChange),
  cli: { name: 'workspace add-member', positionals: ['workspace', 'email'] },
  http: { method: 'POST', path: '/v1/workspaces/:workspace/members', tag: 'public' },
});

export const removeWorkspaceMember = defineCommand({
  id: 'identity.removeWorkspaceMember',
  summary: "Remove someone's role in a workspace",
  effect: 'write',
  runsAt: 'server',
  access: managesMembers,
  input: () => import('../dto/workspace.js').then((m) => m.RemoveWorkspaceMemberInput),
  cli: {
    name: 'workspace remove-member',
    positionals: ['workspace', 'member'],
    confirm: 'Remove the role of {member} in the workspace {workspace}?',
  },
  http: { method: 'DELETE', path: '/v1/workspaces/:workspace/members/:member', tag: 'public' },
});
