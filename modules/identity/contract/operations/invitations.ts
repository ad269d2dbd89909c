import {
  defineCommand,
  defineListOperation,
  defineOperation,
  pageQuery,
} from 'svc-registry/kernel';

const managesMembers = {
  permission: 'organization:manage_members',
  on: 'organization',
  of: (input: { organization: string }) => input.organization,
} as const;
const invitationRef = () => import('../dto/invitation.js').then((m) => m.InvitationRef);

/** By e-mail address; those whose code has expired too. */
export const listInvitations = defineListOperation({
  id: 'identity.listInvitations',
  summary: 'List the invitations into an organization that nobody has redeemed',
  effect: 'read',
  runsAt: 'server',
  access: managesMembers,
  input: () => import('../dto/organization.js').then((m) => m.OrganizationMembersInput),
  output: () => import('../dto/invitation.js').then((m) => m.OpenInvitationView),
  cli: { name: 'org list-invitations', positionals: ['organization'] },
  http: {
    method: 'GET',
    path: '/v1/orgs/:organization/invitations',
    tag: 'public',
    query: pageQuery,
  },
});

export const resendInvitation = defineOperation({
  id: 'identity.resendInvitation',
  summary: 'Make a new code for an invitation',
  description:
    'The code before stops working. Within two minutes of the last one it answers 429 with `retryAfterSeconds` in seconds.',
  effect: 'write',
  runsAt: 'server',
  access: managesMembers,
  answersSecret: true,
  input: invitationRef,
  output: () => import('../dto/member.js').then((m) => m.InvitationView),
  cli: { name: 'org resend-invitation', positionals: ['organization', 'invitation'] },
  http: {
    method: 'POST',
    path: '/v1/orgs/:organization/invitations/:invitation/resend',
    tag: 'public',
  },
});

export const cancelInvitation = defineCommand({
  id: 'identity.cancelInvitation',
  summary: 'Cancel an invitation: its code stops working',
  effect: 'write',
  runsAt: 'server',
  access: managesMembers,
  input: invitationRef,
  cli: { name: 'org cancel-invitation', positionals: ['organization', 'invitation'] },
  http: { method: 'DELETE', path: '/v1/orgs/:organization/invitations/:invitation', tag: 'public' },
});
