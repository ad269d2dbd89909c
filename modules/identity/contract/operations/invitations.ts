import {
  defineCommand,
  defineListOperation,
  defineOperation,
  pageQuery,
} from 'svc-registry/kernel';
import { managesMembers } from '../references.js';

const invitationRef = () => import('../dto/invitation.js').then((m) => m.InvitationRef);

/** Sorted by e-mail address; includes invitations whose code has expired. */
export const listInvitations = defineListOperation({
  id: 'identity.listInvitations',
  summary: 'List the open invitations to an organization',
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
  summary: 'Create a new code for an invitation',
  description:
    'The previous code stops working. Within two minutes of the last code the answer is 429 with `retryAfterSeconds` in seconds.',
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
