import { whoAmI } from '../contract/index.js';
import {
  type AuditedCalls,
  fresh,
  inAcme,
  inTools,
  MADE,
} from '../../../test/contract/audit/audited-calls.js';
import {
  input,
  stranger,
  type AccessCases,
} from '../../../test/contract/authorization/access-case.js';
import type { ToolCalls } from '../../../test/contract/module-calls.js';
import { PASSWORD } from '../../../test/contract/identity-server.js';

export const toolCalls: ToolCalls = [
  ['workspace_list', {}, { data: [{ name: 'acme' }] }],
  ['workspace_list_members', { workspace: 'acme' }, { data: [{ role: 'owner' }] }],
  ['workspace_create', { name: 'other' }, { name: 'other' }],
];

/** How the operations are called, and who may call them. */
export const accessCases: AccessCases = {
  'identity.signIn': {
    least: 'anyone',
    noObject: true,
    allowed: ['sign_in_failed'],
    call: () => input({ email: stranger(), password: 'wrong password' }),
  },
  'identity.redeemCode': {
    least: 'anyone',
    noObject: true,
    allowed: ['code_invalid'],
    call: () => input({ code: 'x', email: stranger(), password: 'long enough' }),
  },
  'identity.startDeviceSignIn': {
    least: 'anyone',
    noObject: true,
    call: () => input({ client: 'svc', codeChallenge: 'a'.repeat(43) }),
  },
  'identity.redeemDeviceCode': {
    least: 'anyone',
    noObject: true,
    allowed: ['invalid_grant'],
    call: () => input({ deviceCode: 'x', codeVerifier: 'a'.repeat(43) }),
  },
  'identity.signOut': {
    least: 'signed-in',
    noObject: true,
    allowed: ['', 'not_a_session'],
    call: () => input({}),
  },
  'identity.listSessions': {
    least: 'signed-in',
    noObject: true,
    allowed: ['', 'not_a_session'],
    call: () => input({}),
  },
  'identity.endSession': {
    least: 'signed-in',
    noObject: true,
    allowed: ['not_found', 'not_a_session'],
    call: () => input({ id: '00000000-0000-4000-8000-000000000000' }),
  },
  'identity.signOutEverywhere': {
    least: 'signed-in',
    noObject: true,
    allowed: ['', 'not_a_session'],
    call: () => input({}),
  },
  'identity.changePassword': {
    least: 'signed-in',
    noObject: true,
    allowed: ['password_wrong', 'not_a_session'],
    call: () => input({ currentPassword: 'wrong password', newPassword: 'long enough' }),
  },
  'identity.whoAmI': { least: 'signed-in', noObject: true, call: () => input({}) },
  'identity.listWorkspaces': { least: 'signed-in', noObject: true, call: () => input({}) },
  'identity.listOrganizations': { least: 'signed-in', noObject: true, call: () => input({}) },
  'identity.createOrganization': {
    least: 'signed-in',
    noObject: true,
    allowed: ['organization_creation_off', 'key_not_allowed'],
    call: () => input({ name: 'umbrella' }),
  },
  'identity.viewWorkspace': { least: 'member', call: ({ workspace }) => input({ id: workspace }) },
  'identity.listWorkspaceMembers': {
    least: 'member',
    call: ({ workspace }) => input({ workspace }),
  },
  'identity.updateWorkspace': {
    least: 'manager',
    call: ({ workspace }) => input({ id: workspace, orgDefaultRole: null }),
  },
  'identity.addWorkspaceMember': {
    least: 'manager',
    peopleOnly: true,
    call: ({ workspace, bystander }) => input({ workspace, email: bystander, role: 'member' }),
  },
  'identity.removeWorkspaceMember': {
    least: 'manager',
    peopleOnly: true,
    call: async ({ workspace, newMember }) => input({ workspace, member: await newMember() }),
  },
  'identity.archiveWorkspace': {
    least: 'owner',
    peopleOnly: true,
    call: ({ workspace }) => input({ id: workspace, reason: 'Given up' }),
  },
  'identity.unarchiveWorkspace': {
    least: 'owner',
    peopleOnly: true,
    call: ({ workspace }) => input({ id: workspace }),
  },
  'identity.deleteWorkspace': {
    least: 'owner',
    peopleOnly: true,
    allowed: ['workspace_not_empty'],
    call: ({ workspace }) => input({ id: workspace }),
  },
  'identity.createWorkspace': {
    least: 'organization admin',
    peopleOnly: true,
    keysToldFirst: true,
    wide: true,
    allowed: ['name_taken'],
    call: ({ organization, name }) => input({ name, orgId: organization }),
  },
  'identity.listOrganizationMembers': {
    least: 'organization member',
    wide: true,
    call: ({ organization }) => input({ organization }),
  },
  'identity.viewOrganization': {
    least: 'organization member',
    wide: true,
    call: ({ organization }) => input({ orgId: organization }),
  },
  'identity.listInvitations': {
    least: 'organization admin',
    peopleOnly: true,
    wide: true,
    call: ({ organization }) => input({ organization }),
  },
  'identity.resendInvitation': {
    least: 'organization admin',
    peopleOnly: true,
    wide: true,
    allowed: ['invitation_cool_down'],
    call: async ({ organization, newInvitation }) =>
      input({ organization, invitation: await newInvitation() }),
  },
  'identity.cancelInvitation': {
    least: 'organization admin',
    peopleOnly: true,
    wide: true,
    call: async ({ organization, newInvitation }) =>
      input({ organization, invitation: await newInvitation() }),
  },
  'identity.addOrganizationMember': {
    least: 'organization admin',
    peopleOnly: true,
    wide: true,
    call: ({ organization, bystander }) =>
      input({ organization, email: bystander, role: 'member' }),
  },
  'identity.removeOrganizationMember': {
    least: 'organization admin',
    peopleOnly: true,
    wide: true,
    call: async ({ organization, newMember }) => input({ organization, member: await newMember() }),
  },
  'identity.resetPassword': {
    least: 'organization admin',
    peopleOnly: true,
    wide: true,
    call: async ({ organization, newMember }) => input({ organization, member: await newMember() }),
  },
  'identity.createApiKey': {
    least: 'manager',
    peopleOnly: true,
    allowed: ['name_taken'],
    call: ({ workspace }) => input({ workspace, name: 'taken', role: 'member' }),
  },
  'identity.listApiKeys': { least: 'manager', call: ({ workspace }) => input({ workspace }) },
  'identity.createApiKey of an organization': {
    least: 'organization admin',
    peopleOnly: true,
    wide: true,
    allowed: ['name_taken'],
    call: ({ organization }) => input({ org: organization, name: 'taken', role: 'member' }),
  },
  'identity.listApiKeys of an organization': {
    least: 'organization admin',
    wide: true,
    call: ({ organization }) => input({ org: organization }),
  },
  'identity.deleteApiKey of an organization': {
    least: 'organization admin',
    peopleOnly: true,
    wide: true,
    call: async ({ newWideKey }) => input({ id: await newWideKey() }),
  },
  'identity.deleteApiKey': {
    least: 'manager',
    peopleOnly: true,
    call: async ({ newKey }) => input({ id: await newKey() }),
  },
};

export const auditedCalls: AuditedCalls = {
  'identity.createOrganization': () => {
    const name = fresh('umbrella');
    return { input: { name }, log: name, object: { kind: 'organization', id: MADE, name } };
  },
  'identity.signOut': async (stage) => ({ ...(await stage.session()), input: {} }),
  'identity.endSession': async (stage) => {
    const { id, object } = await stage.session();
    return { input: { id: id.toUpperCase() }, object };
  },
  'identity.signOutEverywhere': async ({ world }) => {
    const token = await world.server.newSession('owner@example.com');
    const { user } = await world.server.host.invoke(whoAmI, {}, { token });
    const object = { kind: 'user', id: user?.id ?? null, name: 'owner@example.com' };
    return { input: {}, token, object };
  },
  'identity.changePassword': async (stage) => ({
    input: { currentPassword: PASSWORD, newPassword: `${PASSWORD}!` },
    object: await stage.user('organization-admin@example.com'),
  }),
  'identity.createWorkspace': () => {
    const name = fresh('new');
    return { input: { name, orgId: 'acme' }, object: { kind: 'workspace', id: MADE, name } };
  },
  'identity.updateWorkspace': async (stage) => ({
    input: { id: 'tools', orgDefaultRole: 'member' },
    object: await stage.workspace('tools'),
  }),
  'identity.archiveWorkspace': async (stage) => {
    const object = await stage.workspace(await stage.newWorkspace());
    return { input: { id: object.name, reason: 'Given up' }, object };
  },
  'identity.unarchiveWorkspace': async (stage) => {
    const object = await stage.workspace(await stage.newWorkspace());
    return { input: { id: object.name }, object };
  },
  'identity.deleteWorkspace': async (stage) => {
    const object = await stage.workspace(await stage.newWorkspace());
    return { input: { id: object.name }, object };
  },
  'identity.addWorkspaceMember': async (stage) => ({
    input: { ...inTools, email: 'Bystander@acme.example', role: 'member' },
    object: await stage.user('bystander@acme.example', 'tools'),
  }),
  'identity.removeWorkspaceMember': async (stage) => {
    const { member, object } = await stage.member('tools');
    return { input: { ...inTools, member }, object };
  },
  'identity.addOrganizationMember': async (stage) => {
    const { member, object } = await stage.member();
    return { input: { ...inAcme, email: member, role: 'admin' }, object };
  },
  'identity.removeOrganizationMember': async (stage) => {
    const { object } = await stage.member();
    return { input: { ...inAcme, member: object.id, successor: 'owner@example.com' }, object };
  },
  'identity.resetPassword': async (stage) => {
    const { member, object } = await stage.member();
    return { input: { ...inAcme, member }, object };
  },
  'identity.resendInvitation': async (stage) => {
    const { invitation, object } = await stage.invitation();
    return { input: { ...inAcme, invitation }, object };
  },
  'identity.cancelInvitation': async (stage) => {
    const { invitation, object } = await stage.invitation();
    return { input: { ...inAcme, invitation: invitation.toUpperCase() }, object };
  },
  'identity.createApiKey': () => {
    const name = fresh('new');
    return { input: { ...inTools, name }, object: { kind: 'key', id: MADE, name } };
  },
  'identity.deleteApiKey': async (stage) => {
    const object = await stage.newKey();
    return { input: { id: object.id }, object };
  },
};
