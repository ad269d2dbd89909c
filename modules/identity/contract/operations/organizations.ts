import { defineCommand, defineListOperation, defineOperation } from 'svc-registry/kernel';
import { pageQuery } from '../paging.js';

export const listOrganizations = defineListOperation({
  id: 'identity.listOrganizations',
  summary: 'List the organizations you belong to',
  effect: 'read',
  runsAt: 'server',
  access: 'signed-in',
  input: () => import('../dto/paging.js').then((m) => m.PageInput),
  output: () => import('../dto/organization.js').then((m) => m.OrganizationView),
  cli: { name: 'org list' },
  http: { method: 'GET', path: '/v1/orgs', tag: 'public', query: pageQuery },
});

export const listOrganizationMembers = defineListOperation({
  id: 'identity.listOrganizationMembers',
  summary: 'List the members of an organization',
  effect: 'read',
  runsAt: 'server',
  access: { permission: 'organization:read', on: 'organization', of: (input) => input.organization },
  input: () => import('../dto/organization.js').then((m) => m.OrganizationMembersInput),
  output: () => import('../dto/member.js').then((m) => m.MemberView),
  cli: { name: 'org list-members', positionals: ['organization'] },
  http: { method: 'GET', path: '/v1/orgs/:organization/members', tag: 'public', query: pageQuery },
});

export const addOrganizationMember = defineOperation({
  id: 'identity.addOrganizationMember',
  summary: 'Invite someone into an organization, or change their role in it',
  effect: 'write',
  runsAt: 'server',
  access: { permission: 'organization:manage_members', on: 'organization', of: (input) => input.organization },
  input: () => import('../dto/organization.js').then((m) => m.AddOrganizationMemberInput),
  output: () => import('../dto/member.js').then((m) => m.MembershipChange),
  cli: { name: 'org add-member', positionals: ['organization', 'email'] },
  http: { method: 'POST', path: '/v1/orgs/:organization/members', tag: 'public' },
});

export const removeOrganizationMember = defineCommand({
  id: 'identity.removeOrganizationMember',
  summary: 'Remove someone from an organization and from all its workspaces',
  effect: 'write',
  runsAt: 'server',
  access: { permission: 'organization:manage_members', on: 'organization', of: (input) => input.organization },
  input: () => import('../dto/organization.js').then((m) => m.RemoveOrganizationMemberInput),
  cli: { name: 'org remove-member', positionals: ['organization', 'member'] },
  http: { method: 'DELETE', path: '/v1/orgs/:organization/members/:member', tag: 'public' },
});
