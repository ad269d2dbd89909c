import {
  backgroundPoint,
  contribute,
  defineModule,
  handle,
  locatorsPoint,
  render,
  serverStartedPoint,
} from 'svc-registry/kernel';
import { tablesPoint } from '../persistence/contract/db.js';
import { pagesPoint, sessionsPoint } from '../web/contract/index.js';
import { permissionsPoint } from './contract/access.js';
import * as deviceErrors from './contract/device-errors.js';
import { deviceSignInMachine } from './contract/device-sign-in.machine.js';
import * as errors from './contract/errors.js';
import { limits } from './contract/limits.js';
import * as invitations from './contract/operations/invitations.js';
import * as keys from './contract/operations/api-keys.js';
import * as device from './contract/operations/device.js';
import * as organizations from './contract/operations/organizations.js';
import * as recovery from './contract/operations/recovery.js';
import * as sessions from './contract/operations/sessions.js';
import * as signIn from './contract/operations/sign-in.js';
import * as workspaces from './contract/operations/workspaces.js';
import { settings } from './contract/settings.js';

const signInOperations = [
  handle(signIn.signIn, () => import('./server/handlers/sign-in.js').then((m) => m.SignInHandler)),
  handle(signIn.redeemCode, () =>
    import('./server/handlers/sign-in.js').then((m) => m.RedeemCodeHandler),
  ),
  handle(signIn.signOut, () =>
    import('./server/handlers/sessions.js').then((m) => m.SignOutHandler),
  ),
  handle(sessions.listSessions, () =>
    import('./server/handlers/sessions.js').then((m) => m.ListSessionsHandler),
  ),
  handle(sessions.endSession, () =>
    import('./server/handlers/sessions.js').then((m) => m.EndSessionHandler),
  ),
  handle(sessions.signOutEverywhere, () =>
    import('./server/handlers/sessions.js').then((m) => m.SignOutEverywhereHandler),
  ),
  handle(sessions.changePassword, () =>
    import('./server/handlers/change-password.js').then((m) => m.ChangePasswordHandler),
  ),
  handle(signIn.whoAmI, () => import('./server/handlers/who-am-i.js').then((m) => m.WhoAmIHandler)),
  handle(device.startDeviceSignIn, () =>
    import('./server/handlers/device.js').then((m) => m.StartDeviceSignInHandler),
  ),
  handle(device.redeemDeviceCode, () =>
    import('./server/handlers/device.js').then((m) => m.RedeemDeviceCodeHandler),
  ),
  handle(signIn.login, () => import('./client/login.js').then((m) => m.LoginHandler)),
  handle(signIn.logout, () => import('./client/logout.js').then((m) => m.LogoutHandler)),
  handle(signIn.showToken, () => import('./client/show-token.js').then((m) => m.ShowTokenHandler)),
  handle(signIn.browserSignIn, () =>
    import('./client/browser-sign-in.js').then((m) => m.BrowserSignInHandler),
  ),
];

const workspaceOperations = [
  handle(workspaces.listWorkspaces, () =>
    import('./server/handlers/workspaces.js').then((m) => m.ListWorkspacesHandler),
  ),
  handle(workspaces.viewWorkspace, () =>
    import('./server/handlers/workspaces.js').then((m) => m.ViewWorkspaceHandler),
  ),
  handle(workspaces.updateWorkspace, () =>
    import('./server/handlers/workspaces.js').then((m) => m.UpdateWorkspaceHandler),
  ),
  handle(workspaces.createWorkspace, () =>
    import('./server/handlers/workspaces.js').then((m) => m.CreateWorkspaceHandler),
  ),
  handle(workspaces.archiveWorkspace, () =>
    import('./server/handlers/workspaces.js').then((m) => m.ArchiveWorkspaceHandler),
  ),
  handle(workspaces.unarchiveWorkspace, () =>
    import('./server/handlers/workspaces.js').then((m) => m.UnarchiveWorkspaceHandler),
  ),
  handle(workspaces.deleteWorkspace, () =>
    import('./server/handlers/workspaces.js').then((m) => m.DeleteWorkspaceHandler),
  ),
  handle(workspaces.listWorkspaceMembers, () =>
    import('./server/handlers/workspace-members.js').then((m) => m.ListWorkspaceMembersHandler),
  ),
  handle(workspaces.addWorkspaceMember, () =>
    import('./server/handlers/workspace-members.js').then((m) => m.AddWorkspaceMemberHandler),
  ),
  handle(workspaces.removeWorkspaceMember, () =>
    import('./server/handlers/workspace-members.js').then((m) => m.RemoveWorkspaceMemberHandler),
  ),
];

const organizationOperations = [
  handle(organizations.listOrganizations, () =>
    import('./server/handlers/organizations.js').then((m) => m.ListOrganizationsHandler),
  ),
  handle(organizations.createOrganization, () =>
    import('./server/handlers/create-organization.js').then((m) => m.CreateOrganizationHandler),
  ),
  handle(organizations.createServerOrganization, () =>
    import('./server/handlers/create-organization.js').then(
      (m) => m.CreateServerOrganizationHandler,
    ),
  ),
  handle(organizations.viewOrganization, () =>
    import('./server/handlers/organizations.js').then((m) => m.ViewOrganizationHandler),
  ),
  handle(invitations.listInvitations, () =>
    import('./server/handlers/invitations.js').then((m) => m.ListInvitationsHandler),
  ),
  handle(invitations.resendInvitation, () =>
    import('./server/handlers/invitations.js').then((m) => m.ResendInvitationHandler),
  ),
  handle(invitations.cancelInvitation, () =>
    import('./server/handlers/invitations.js').then((m) => m.CancelInvitationHandler),
  ),
  handle(organizations.listOrganizationMembers, () =>
    import('./server/handlers/organizations.js').then((m) => m.ListOrganizationMembersHandler),
  ),
  handle(organizations.addOrganizationMember, () =>
    import('./server/handlers/organizations.js').then((m) => m.AddOrganizationMemberHandler),
  ),
  handle(organizations.removeOrganizationMember, () =>
    import('./server/handlers/organizations.js').then((m) => m.RemoveOrganizationMemberHandler),
  ),
  handle(recovery.resetUser, () =>
    import('./server/handlers/reset-password.js').then((m) => m.ResetUserHandler),
  ),
  handle(organizations.resetPassword, () =>
    import('./server/handlers/reset-password.js').then((m) => m.ResetPasswordHandler),
  ),
];

const keyOperations = [
  handle(keys.createApiKey, () =>
    import('./server/handlers/api-keys.js').then((m) => m.CreateApiKeyHandler),
  ),
  handle(keys.listApiKeys, () =>
    import('./server/handlers/api-keys.js').then((m) => m.ListApiKeysHandler),
  ),
  handle(keys.deleteApiKey, () =>
    import('./server/handlers/api-keys.js').then((m) => m.DeleteApiKeyHandler),
  ),
];

const texts = () => import('./client/texts.js');

const permissions = [
  contribute(permissionsPoint, 'workspace:read', {
    workspace: 'member',
    summary: 'See a workspace and its members',
  }),
  contribute(permissionsPoint, 'workspace:edit_settings', {
    workspace: 'manager',
    summary: 'Change the settings of a workspace',
  }),
  contribute(permissionsPoint, 'workspace:manage_members', {
    workspace: 'manager',
    peopleOnly: true,
    summary: 'Give and take roles in a workspace, up to the own one',
  }),
  contribute(permissionsPoint, 'workspace:create', {
    organization: 'admin',
    peopleOnly: true,
    summary: 'Create a workspace',
  }),
  contribute(permissionsPoint, 'workspace:archive', {
    workspace: 'owner',
    peopleOnly: true,
    summary: 'Archive a workspace, or restore it',
  }),
  contribute(permissionsPoint, 'workspace:delete', {
    workspace: 'owner',
    peopleOnly: true,
    summary: 'Delete an empty workspace',
  }),
  contribute(permissionsPoint, 'organization:read', {
    organization: 'member',
    summary: 'See the members of an organization',
  }),
  contribute(permissionsPoint, 'organization:manage_members', {
    organization: 'admin',
    peopleOnly: true,
    summary: 'Invite, change and remove members of an organization',
  }),
  contribute(permissionsPoint, 'api_key:list', {
    workspace: 'manager',
    summary: 'See API keys, without their values',
  }),
  contribute(permissionsPoint, 'api_key:create', {
    workspace: 'manager',
    peopleOnly: true,
    summary: 'Create an API key',
  }),
  contribute(permissionsPoint, 'api_key:delete', {
    workspace: 'manager',
    peopleOnly: true,
    summary: 'Revoke an API key',
  }),
];

const locators = [
  contribute(locatorsPoint, 'workspace', { kind: 'workspace' }, () =>
    import('./server/locators/workspace-locator.js').then((m) => m.WorkspaceLocator),
  ),
  contribute(locatorsPoint, 'organization', { kind: 'organization' }, () =>
    import('./server/locators/organization-locator.js').then((m) => m.OrganizationLocator),
  ),
  contribute(locatorsPoint, 'place', { kind: 'place' }, () =>
    import('./server/locators/api-key-locators.js').then((m) => m.ApiKeyScopeLocator),
  ),
  contribute(locatorsPoint, 'key', { kind: 'key' }, () =>
    import('./server/locators/api-key-locators.js').then((m) => m.ApiKeyLocator),
  ),
];

const pages = [
  contribute(sessionsPoint, 'identity', { signIn: '/sign-in', signOut: '/sign-out' }, () =>
    import('./server/pages/browser-sessions.js').then((m) => m.PageSessions),
  ),
  contribute(
    pagesPoint,
    'identity.start',
    { path: '/', title: 'Plugins for coding agents', access: 'anyone' },
    () => import('./server/pages/start-page.js').then((m) => m.StartPage),
  ),
  contribute(
    pagesPoint,
    'identity.signIn',
    { path: '/sign-in', title: 'Sign in', access: 'anyone' },
    () => import('./server/pages/sign-in-page.js').then((m) => m.SignInPage),
  ),
  contribute(
    pagesPoint,
    'identity.signOut',
    { path: '/sign-out', title: 'Sign out', access: 'signed-in' },
    () => import('./server/pages/sign-out-page.js').then((m) => m.SignOutPage),
  ),
  contribute(
    pagesPoint,
    'identity.device',
    { path: '/device', title: 'Sign a program in', access: 'signed-in' },
    () => import('./server/pages/device-page.js').then((m) => m.DevicePage),
  ),
  contribute(
    pagesPoint,
    'identity.account',
    { path: '/account', title: 'Your account', access: 'signed-in', nav: 'Account' },
    () => import('./server/pages/account-page.js').then((m) => m.AccountPage),
  ),
  contribute(
    pagesPoint,
    'identity.trial',
    { path: '/trial/:code', title: 'Try it', access: 'anyone' },
    () => import('./server/pages/trial-page.js').then((m) => m.TrialPage),
  ),
  contribute(
    pagesPoint,
    'identity.firstRun',
    { path: '/first-run', title: 'Set up this server', access: 'anyone' },
    () => import('./server/pages/first-run-page.js').then((m) => m.FirstRunPage),
  ),
  contribute(
    pagesPoint,
    'identity.invitations',
    { path: '/invitations', title: 'Join with a code', access: 'anyone' },
    () => import('./server/pages/invitation-code-page.js').then((m) => m.InvitationCodePage),
  ),
  contribute(
    pagesPoint,
    'identity.invitation',
    { path: '/invitations/:code', title: 'Invitation', access: 'anyone' },
    () => import('./server/pages/invitation-page.js').then((m) => m.InvitationPage),
  ),
  contribute(
    pagesPoint,
    'identity.passwordReset',
    { path: '/password-resets/:code', title: 'Choose a new password', access: 'anyone' },
    () => import('./server/pages/password-reset-page.js').then((m) => m.PasswordResetPage),
  ),
];

export default defineModule({
  id: 'identity',
  api: '^1.0.0',
  summary: 'Accounts, organizations, workspaces, roles and API keys',
  requires: ['persistence', 'web'],
  operations: [
    ...signInOperations,
    ...workspaceOperations,
    ...organizationOperations,
    ...keyOperations,
  ],
  renders: [
    render(signIn.login, () => texts().then((m) => m.loginText)),
    render(signIn.showToken, () => texts().then((m) => m.tokenText)),
    render(signIn.logout, () => texts().then((m) => m.logoutText)),
    render(sessions.listSessions, () => texts().then((m) => m.sessionsText)),
    render(signIn.whoAmI, () => texts().then((m) => m.meText)),
    render(workspaces.listWorkspaces, () => texts().then((m) => m.workspacesText)),
    render(workspaces.createWorkspace, () => texts().then((m) => m.workspaceText)),
    render(workspaces.archiveWorkspace, () => texts().then((m) => m.archivedWorkspaceText)),
    render(workspaces.unarchiveWorkspace, () => texts().then((m) => m.archivedWorkspaceText)),
    render(workspaces.listWorkspaceMembers, () => texts().then((m) => m.membersText)),
    render(workspaces.addWorkspaceMember, () => texts().then((m) => m.membershipText)),
    render(organizations.listOrganizations, () => texts().then((m) => m.organizationsText)),
    render(organizations.createOrganization, () => texts().then((m) => m.organizationText)),
    render(organizations.createServerOrganization, () =>
      texts().then((m) => m.newOrganizationText),
    ),
    render(organizations.listOrganizationMembers, () => texts().then((m) => m.membersText)),
    render(invitations.listInvitations, () => texts().then((m) => m.invitationsText)),
    render(invitations.resendInvitation, () => texts().then((m) => m.invitationText)),
    render(organizations.addOrganizationMember, () => texts().then((m) => m.membershipText)),
    render(organizations.removeOrganizationMember, () => texts().then((m) => m.leaverText)),
    render(recovery.resetUser, () => texts().then((m) => m.passwordResetText)),
    render(organizations.resetPassword, () => texts().then((m) => m.passwordResetText)),
    render(keys.createApiKey, () => texts().then((m) => m.createdApiKeyText)),
    render(keys.listApiKeys, () => texts().then((m) => m.apiKeysText)),
  ],
  contributes: [
    ...settings,
    ...limits,
    ...permissions,
    ...locators,
    ...pages,
    contribute(tablesPoint, 'identity', { prefix: 'identity_' }, () =>
      import('./server/tables.js').then((m) => m.tables),
    ),
    contribute(
      serverStartedPoint,
      'identity',
      { summary: 'The first administrator of a new server, the user of a trial server' },
      () => import('./server/server-started.js').then((m) => m.FirstSteps),
    ),
    contribute(
      backgroundPoint,
      'identity',
      { summary: 'Deletes sessions, codes and counts that have expired' },
      () => import('./server/forget-expired.js').then((m) => m.ForgetExpired),
    ),
  ],
  machines: [deviceSignInMachine],
  errors: [...Object.values(errors), ...Object.values(deviceErrors)],
  client: () => import('./client/index.js'),
  server: () => import('./server/index.js'),
});
