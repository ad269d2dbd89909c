import { contribute } from 'svc-registry/kernel';
import { pagesPoint } from '../web/contract/index.js';
import { teamTabsPoint, workspacePartsPoint } from './contract/team-pages.js';

const signedIn = { access: 'signed-in' } as const;
const keysPage = () => import('./server/pages/team/keys-page.js').then((m) => m.KeysPage);
const revokePage = () =>
  import('./server/pages/team/revoke-key-page.js').then((m) => m.RevokeKeyPage);

const tabs = [
  contribute(teamTabsPoint, 'identity.members', {
    title: 'Members',
    for: 'workspace',
    segment: 'members',
    order: 20,
  }),
  contribute(teamTabsPoint, 'identity.keys', {
    title: 'API keys',
    for: 'workspace',
    segment: 'keys',
    order: 40,
    permission: 'api_key:list',
  }),
  contribute(teamTabsPoint, 'identity.settings', {
    title: 'Settings',
    for: 'workspace',
    segment: 'settings',
    order: 90,
    permission: 'workspace:edit_settings',
  }),
  contribute(teamTabsPoint, 'identity.organizationKeys', {
    title: 'API keys',
    for: 'organization',
    segment: 'keys',
    order: 20,
    permission: 'api_key:list',
  }),
];

const ofWorkspaces = [
  contribute(
    pagesPoint,
    'identity.workspaces',
    { ...signedIn, path: '/workspaces', title: 'Workspaces', nav: 'Workspaces', place: 'team' },
    () => import('./server/pages/team/workspaces-page.js').then((m) => m.WorkspacesPage),
  ),
  contribute(
    pagesPoint,
    'identity.newWorkspace',
    { ...signedIn, path: '/workspaces/new', title: 'Create a workspace' },
    () => import('./server/pages/team/new-workspace-page.js').then((m) => m.NewWorkspacePage),
  ),
  contribute(
    pagesPoint,
    'identity.workspace',
    { ...signedIn, path: '/workspaces/:workspace', title: 'Workspace' },
    () => import('./server/pages/team/workspace-page.js').then((m) => m.WorkspacePage),
  ),
  contribute(
    workspacePartsPoint,
    'identity.members',
    { summary: 'Members', place: 'side', order: 20 },
    () => import('./server/pages/team/members-part.js').then((m) => m.MembersPart),
  ),
  contribute(
    pagesPoint,
    'identity.workspaceMembers',
    { ...signedIn, path: '/workspaces/:workspace/members', title: 'Members' },
    () => import('./server/pages/team/members-page.js').then((m) => m.MembersPage),
  ),
  contribute(
    pagesPoint,
    'identity.workspaceMember',
    { ...signedIn, path: '/workspaces/:workspace/members/:member', title: 'Member' },
    () => import('./server/pages/team/member-page.js').then((m) => m.MemberPage),
  ),
  contribute(
    pagesPoint,
    'identity.removeWorkspaceMember',
    { ...signedIn, path: '/workspaces/:workspace/members/:member/remove', title: 'Remove a role' },
    () => import('./server/pages/team/remove-member-page.js').then((m) => m.RemoveMemberPage),
  ),
  contribute(
    pagesPoint,
    'identity.workspaceKeys',
    { ...signedIn, path: '/workspaces/:workspace/keys', title: 'API keys' },
    keysPage,
  ),
  contribute(
    pagesPoint,
    'identity.revokeWorkspaceKey',
    { ...signedIn, path: '/workspaces/:workspace/keys/:key/revoke', title: 'Revoke a key' },
    revokePage,
  ),
  contribute(
    pagesPoint,
    'identity.workspaceSettings',
    { ...signedIn, path: '/workspaces/:workspace/settings', title: 'Settings' },
    () => import('./server/pages/team/settings-page.js').then((m) => m.SettingsPage),
  ),
  contribute(
    pagesPoint,
    'identity.archiveWorkspace',
    { ...signedIn, path: '/workspaces/:workspace/settings/archive', title: 'Archive' },
    () => import('./server/pages/team/archive-page.js').then((m) => m.ArchivePage),
  ),
  contribute(
    pagesPoint,
    'identity.deleteWorkspace',
    { ...signedIn, path: '/workspaces/:workspace/settings/delete', title: 'Delete' },
    () => import('./server/pages/team/delete-workspace-page.js').then((m) => m.DeleteWorkspacePage),
  ),
];

const ofOrganizations = [
  contribute(
    pagesPoint,
    'identity.newOrganization',
    { ...signedIn, path: '/organizations/new', title: 'Create an organization' },
    () => import('./server/pages/team/new-organization-page.js').then((m) => m.NewOrganizationPage),
  ),
  contribute(
    pagesPoint,
    'identity.organization',
    { ...signedIn, path: '/organizations/:organization', title: 'Organization' },
    () => import('./server/pages/team/organization-page.js').then((m) => m.OrganizationPage),
  ),
  contribute(
    pagesPoint,
    'identity.organizationMember',
    { ...signedIn, path: '/organizations/:organization/members/:member', title: 'Member' },
    () =>
      import('./server/pages/team/organization-member-page.js').then(
        (m) => m.OrganizationMemberPage,
      ),
  ),
  contribute(
    pagesPoint,
    'identity.removeOrganizationMember',
    {
      ...signedIn,
      path: '/organizations/:organization/members/:member/remove',
      title: 'Remove a member',
    },
    () =>
      import('./server/pages/team/remove-organization-member-page.js').then(
        (m) => m.RemoveOrganizationMemberPage,
      ),
  ),
  contribute(
    pagesPoint,
    'identity.cancelInvitation',
    {
      ...signedIn,
      path: '/organizations/:organization/invitations/:invitation/cancel',
      title: 'Cancel an invitation',
    },
    () =>
      import('./server/pages/team/cancel-invitation-page.js').then((m) => m.CancelInvitationPage),
  ),
  contribute(
    pagesPoint,
    'identity.organizationKeys',
    { ...signedIn, path: '/organizations/:organization/keys', title: 'API keys' },
    keysPage,
  ),
  contribute(
    pagesPoint,
    'identity.revokeOrganizationKey',
    { ...signedIn, path: '/organizations/:organization/keys/:key/revoke', title: 'Revoke a key' },
    revokePage,
  ),
];

export const teamPages = [...tabs, ...ofWorkspaces, ...ofOrganizations];
