import { defineListOperation, defineOperation, pageQuery } from 'svc-registry/kernel';
import { managesMembers, readsOrganization } from '../references.js';

/** By name, those of the caller. */
export const listOrganizations = defineListOperation({
  id: 'identity.listOrganizations',
  summary: 'List the organizations you belong to',
  effect: 'read',
  runsAt: 'server',
  access: 'signed-in',
  input: () => import('svc-registry/dto').then((m) => m.PageInput),
  output: () => import('../dto/organization.js').then((m) => m.OrganizationView),
  cli: { name: 'org list' },
  http: { method: 'GET', path: '/v1/orgs', tag: 'public', query: pageQuery },
});

export const createOrganization = defineOperation({
  id: 'identity.createOrganization',
  summary: 'Create an organization',
  description:
    'Only where the server allows it (SVC_ORG_CREATION); otherwise its operator creates organizations. You become the first admin.',
  effect: 'write',
  runsAt: 'server',
  access: 'signed-in',
  limits: ['org-create'],
  input: () => import('../dto/organization.js').then((m) => m.CreateOrganizationInput),
  output: () => import('../dto/organization.js').then((m) => m.OrganizationView),
  cli: { name: 'org create', positionals: ['name'] },
  http: { method: 'POST', path: '/v1/orgs', tag: 'public', status: 201 },
});

export const createServerOrganization = defineOperation({
  id: 'identity.createServerOrganization',
  summary: 'Create an organization and its first admin',
  description:
    "Runs on the server's machine with the server's settings; with SQLite, stop the server first.",
  effect: 'write',
  runsAt: 'server',
  access: 'local',
  input: () => import('../dto/organization.js').then((m) => m.CreateServerOrganizationInput),
  output: () => import('../dto/organization.js').then((m) => m.NewOrganizationView),
  cli: {
    name: 'server org create',
    positionals: ['name'],
    examples: [
      {
        command: 'svc server org create umbrella --admin ann@example.com',
        text: 'Ann administers the organization "umbrella"',
      },
    ],
  },
});

/** By name or id. */
export const viewOrganization = defineOperation({
  id: 'identity.viewOrganization',
  summary: 'Show an organization',
  effect: 'read',
  runsAt: 'server',
  access: { permission: 'organization:read', on: 'organization', of: (input) => input.orgId },
  input: () => import('../dto/organization.js').then((m) => m.OrganizationRef),
  output: () => import('../dto/organization.js').then((m) => m.OrganizationView),
  http: { method: 'GET', path: '/v1/orgs/:orgId', tag: 'public' },
});

/** By e-mail address. */
export const listOrganizationMembers = defineListOperation({
  id: 'identity.listOrganizationMembers',
  summary: 'List the members of an organization',
  effect: 'read',
  runsAt: 'server',
  access: readsOrganization,
  input: () => import('../dto/organization.js').then((m) => m.OrganizationMembersInput),
  output: () => import('../dto/member.js').then((m) => m.MemberView),
  cli: { name: 'org list-members', positionals: ['organization'] },
  http: { method: 'GET', path: '/v1/orgs/:organization/members', tag: 'public', query: pageQuery },
});

/** Someone without an account is invited: the answer then has a one-time code to pass on. */
export const addOrganizationMember = defineOperation({
  id: 'identity.addOrganizationMember',
  summary: 'Invite someone to an organization, or change their role in it',
  description:
    'The invitation code is printed to pass on. Where the server sends mails, it is mailed as well, to the same person once in two minutes.',
  effect: 'write',
  runsAt: 'server',
  access: managesMembers,
  answersSecret: true,
  input: () => import('../dto/organization.js').then((m) => m.AddOrganizationMemberInput),
  output: () => import('../dto/member.js').then((m) => m.MembershipChange),
  cli: { name: 'org add-member', positionals: ['organization', 'email'] },
  http: { method: 'POST', path: '/v1/orgs/:organization/members', tag: 'public' },
});

export const removeOrganizationMember = defineOperation({
  id: 'identity.removeOrganizationMember',
  summary: 'Remove someone from an organization and from all its workspaces',
  description:
    'Workspaces without another owner pass to the successor. API keys that they created are revoked or kept. Invitations that they sent are ' +
    'cancelled. Their sessions end if this was their last organization.',
  effect: 'write',
  runsAt: 'server',
  access: managesMembers,
  input: () => import('../dto/organization.js').then((m) => m.RemoveOrganizationMemberInput),
  output: () => import('../dto/leaver.js').then((m) => m.LeaverReport),
  cli: {
    name: 'org remove-member',
    positionals: ['organization', 'member'],
    confirm: 'Remove {member} from the organization {organization} and from all its workspaces?',
  },
  http: { method: 'DELETE', path: '/v1/orgs/:organization/members/:member', tag: 'public' },
});

export const resetPassword = defineOperation({
  id: 'identity.resetPassword',
  summary: 'Create a one-time code with which a member chooses a new password',
  description:
    'Only for members all of whose organizations you administer. The current password and the sessions stay valid until the code is ' +
    'redeemed; then all sessions end. API keys stay valid.',
  effect: 'write',
  runsAt: 'server',
  access: managesMembers,
  answersSecret: true,
  input: () => import('../dto/organization.js').then((m) => m.OrganizationMemberRef),
  output: () => import('../dto/password-reset.js').then((m) => m.PasswordResetView),
  cli: { name: 'org reset-password', positionals: ['organization', 'member'] },
  http: {
    method: 'POST',
    path: '/v1/orgs/:organization/members/:member/password-reset',
    tag: 'public',
    status: 201,
  },
});

export const resetUser = defineOperation({
  id: 'identity.resetUser',
  summary:
    'Create a one-time code with which any user, even the last admin, chooses a new password',
  description:
    "Runs on the server's machine with the server's settings; with SQLite, stop the server first. The current password and the sessions stay " +
    'valid until the code is redeemed; then all sessions end. API keys stay valid.',
  effect: 'write',
  runsAt: 'server',
  access: 'local',
  input: () => import('../dto/password-reset.js').then((m) => m.ResetUserInput),
  output: () => import('../dto/password-reset.js').then((m) => m.PasswordResetView),
  cli: {
    name: 'server user reset',
    positionals: ['email'],
    examples: [
      {
        command: 'svc server user reset ann@example.com --data-dir /var/lib/svc',
        text: 'Ann gets a new password',
      },
    ],
  },
});
