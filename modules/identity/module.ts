import {
  backgroundPoint,
  contribute,
  defineModule,
  handle,
  locatorsPoint,
  serverStartedPoint,
} from 'svc-registry/kernel';
import { tablesPoint } from '../persistence/contract/db.js';
import { frontPagePoint, pagesPoint, sessionsPoint } from '../web/contract/index.js';
import { accountMailsPoint } from './contract/account-mails.js';
import { afterSignInPoint } from './contract/after-sign-in.js';
import { workspaceContentPoint, permissionsPoint } from './contract/access.js';
import * as deviceErrors from './contract/device-errors.js';
import { deviceSignInMachine } from './contract/device-sign-in.machine.js';
import * as errors from './contract/errors.js';
import { limits } from './contract/limits.js';
import * as invitations from './contract/operations/invitations.js';
import * as keys from './contract/operations/api-keys.js';
import * as device from './contract/operations/device.js';
import * as organizations from './contract/operations/organizations.js';
import * as sessions from './contract/operations/sessions.js';
import * as signIn from './contract/operations/sign-in.js';
import * as workspaces from './contract/operations/workspaces.js';
import { settings } from './contract/settings.js';
import { teamTabsPoint, workspacePartsPoint } from './contract/team-pages.js';
import { teamPages } from './team-pages.js';

const signInOperations = [
  handle(signIn.signIn, {
    run: () => import('./server/handlers/sign-in.js').then((m) => m.SignInHandler),
  }),
  handle(signIn.redeemCode, {
    run: () => import('./server/handlers/sign-in.js').then((m) => m.RedeemCodeHandler),
  }),
  handle(signIn.signOut, {
    run: () => import('./server/handlers/sessions.js').then((m) => m.SignOutHandler),
  }),
  handle(sessions.listSessions, {
    run: () => import('./server/handlers/sessions.js').then((m) => m.ListSessionsHandler),
    text: () => texts().then((m) => m.sessionsText),
  }),
  handle(sessions.endSession, {
    run: () => import('./server/handlers/sessions.js').then((m) => m.EndSessionHandler),
  }),
  handle(sessions.signOutEverywhere, {
    run: () => import('./server/handlers/sessions.js').then((m) => m.SignOutEverywhereHandler),
  }),
  handle(sessions.changePassword, {
    run: () => import('./server/handlers/change-password.js').then((m) => m.ChangePasswordHandler),
  }),
  handle(signIn.whoAmI, {
    run: () => import('./server/handlers/who-am-i.js').then((m) => m.WhoAmIHandler),
    text: () => texts().then((m) => m.meText),
  }),
  handle(device.startDeviceSignIn, {
    run: () => import('./server/handlers/device.js').then((m) => m.StartDeviceSignInHandler),
  }),
  handle(device.redeemDeviceCode, {
    run: () => import('./server/handlers/device.js').then((m) => m.RedeemDeviceCodeHandler),
  }),
  handle(signIn.login, {
    run: () => import('./client/login.js').then((m) => m.LoginHandler),
    text: () => texts().then((m) => m.loginText),
  }),
  handle(signIn.logout, {
    run: () => import('./client/logout.js').then((m) => m.LogoutHandler),
    text: () => texts().then((m) => m.logoutText),
  }),
  handle(signIn.showToken, {
    run: () => import('./client/show-token.js').then((m) => m.ShowTokenHandler),
    text: () => texts().then((m) => m.tokenText),
  }),
  handle(signIn.browserSignIn, {
    run: () => import('./client/browser-sign-in.js').then((m) => m.BrowserSignInHandler),
  }),
];

const workspaceOperations = [
  handle(workspaces.listWorkspaces, {
    run: () => import('./server/handlers/workspaces.js').then((m) => m.ListWorkspacesHandler),
    text: () => texts().then((m) => m.workspacesText),
  }),
  handle(workspaces.viewWorkspace, {
    run: () => import('./server/handlers/workspaces.js').then((m) => m.ViewWorkspaceHandler),
  }),
  handle(workspaces.updateWorkspace, {
    run: () => import('./server/handlers/workspaces.js').then((m) => m.UpdateWorkspaceHandler),
  }),
  handle(workspaces.createWorkspace, {
    run: () => import('./server/handlers/workspaces.js').then((m) => m.CreateWorkspaceHandler),
    text: () => texts().then((m) => m.workspaceText),
  }),
  handle(workspaces.archiveWorkspace, {
    run: () => import('./server/handlers/workspaces.js').then((m) => m.ArchiveWorkspaceHandler),
    text: () => texts().then((m) => m.archivedWorkspaceText),
  }),
  handle(workspaces.unarchiveWorkspace, {
    run: () => import('./server/handlers/workspaces.js').then((m) => m.UnarchiveWorkspaceHandler),
    text: () => texts().then((m) => m.archivedWorkspaceText),
  }),
  handle(workspaces.deleteWorkspace, {
    run: () => import('./server/handlers/workspaces.js').then((m) => m.DeleteWorkspaceHandler),
  }),
  handle(workspaces.listWorkspaceMembers, {
    run: () =>
      import('./server/handlers/workspace-members.js').then((m) => m.ListWorkspaceMembersHandler),
    text: () => texts().then((m) => m.membersText),
  }),
  handle(workspaces.addWorkspaceMember, {
    run: () =>
      import('./server/handlers/workspace-members.js').then((m) => m.AddWorkspaceMemberHandler),
    text: () => texts().then((m) => m.membershipText),
  }),
  handle(workspaces.removeWorkspaceMember, {
    run: () =>
      import('./server/handlers/workspace-members.js').then((m) => m.RemoveWorkspaceMemberHandler),
  }),
];

const organizationOperations = [
  handle(organizations.listOrganizations, {
    run: () => import('./server/handlers/organizations.js').then((m) => m.ListOrganizationsHandler),
    text: () => texts().then((m) => m.organizationsText),
  }),
  handle(organizations.createOrganization, {
    run: () =>
      import('./server/handlers/create-organization.js').then((m) => m.CreateOrganizationHandler),
    text: () => texts().then((m) => m.organizationText),
  }),
  handle(organizations.createServerOrganization, {
    run: () =>
      import('./server/handlers/create-organization.js').then(
        (m) => m.CreateServerOrganizationHandler,
      ),
    text: () => texts().then((m) => m.newOrganizationText),
  }),
  handle(organizations.viewOrganization, {
    run: () => import('./server/handlers/organizations.js').then((m) => m.ViewOrganizationHandler),
  }),
  handle(invitations.listInvitations, {
    run: () => import('./server/handlers/invitations.js').then((m) => m.ListInvitationsHandler),
    text: () => texts().then((m) => m.invitationsText),
  }),
  handle(invitations.resendInvitation, {
    run: () => import('./server/handlers/invitations.js').then((m) => m.ResendInvitationHandler),
    text: () => texts().then((m) => m.invitationText),
  }),
  handle(invitations.cancelInvitation, {
    run: () => import('./server/handlers/invitations.js').then((m) => m.CancelInvitationHandler),
  }),
  handle(organizations.listOrganizationMembers, {
    run: () =>
      import('./server/handlers/organizations.js').then((m) => m.ListOrganizationMembersHandler),
    text: () => texts().then((m) => m.membersText),
  }),
  handle(organizations.addOrganizationMember, {
    run: () =>
      import('./server/handlers/organizations.js').then((m) => m.AddOrganizationMemberHandler),
    text: () => texts().then((m) => m.membershipText),
  }),
  handle(organizations.removeOrganizationMember, {
    run: () =>
      import('./server/handlers/organizations.js').then((m) => m.RemoveOrganizationMemberHandler),
    text: () => texts().then((m) => m.leaverText),
  }),
  handle(organizations.resetUser, {
    run: () => import('./server/handlers/reset-password.js').then((m) => m.ResetUserHandler),
    text: () => texts().then((m) => m.passwordResetText),
  }),
  handle(organizations.resetPassword, {
    run: () => import('./server/handlers/reset-password.js').then((m) => m.ResetPasswordHandler),
    text: () => texts().then((m) => m.passwordResetText),
  }),
];

const keyOperations = [
  handle(keys.createApiKey, {
    run: () => import('./server/handlers/api-keys.js').then((m) => m.CreateApiKeyHandler),
    text: () => texts().then((m) => m.createdApiKeyText),
  }),
  handle(keys.listApiKeys, {
    run: () => import('./server/handlers/api-keys.js').then((m) => m.ListApiKeysHandler),
    text: () => texts().then((m) => m.apiKeysText),
  }),
  handle(keys.deleteApiKey, {
    run: () => import('./server/handlers/api-keys.js').then((m) => m.DeleteApiKeyHandler),
  }),
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
    summary: "Grant and remove roles in a workspace, up to one's own",
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
  contribute(locatorsPoint, 'apiKeyScope', { kind: 'apiKeyScope' }, () =>
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
    frontPagePoint,
    'identity.welcome',
    { summary: 'Signing in', for: 'strangers', order: 10 },
    () => import('./server/pages/front-welcome.js').then((m) => m.FrontWelcome),
  ),
  contribute(
    frontPagePoint,
    'identity.workspaces',
    { summary: 'Your workspaces', for: 'signed-in', order: 10 },
    () => import('./server/pages/front-workspaces.js').then((m) => m.FrontWorkspaces),
  ),
  contribute(
    frontPagePoint,
    'identity.connect',
    { summary: 'Connect the command line', for: 'signed-in', order: 40 },
    () => import('./server/pages/front-connect.js').then((m) => m.FrontConnect),
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
    { path: '/device', title: 'Sign in a program', access: 'signed-in' },
    () => import('./server/pages/device-page.js').then((m) => m.DevicePage),
  ),
  contribute(
    pagesPoint,
    'identity.account',
    { path: '/account', title: 'Your account', access: 'signed-in', nav: 'Account', place: 'you' },
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
  requires: ['persistence', 'web', 'mail'],
  operations: [
    ...signInOperations,
    ...workspaceOperations,
    ...organizationOperations,
    ...keyOperations,
  ],
  points: [
    accountMailsPoint,
    afterSignInPoint,
    permissionsPoint,
    teamTabsPoint,
    workspaceContentPoint,
    workspacePartsPoint,
  ],
  contributes: [
    ...settings,
    ...limits,
    ...permissions,
    ...locators,
    ...pages,
    ...teamPages,
    contribute(tablesPoint, 'identity', { prefix: 'identity_' }, () =>
      import('./server/tables.js').then((m) => m.tables),
    ),
    contribute(
      serverStartedPoint,
      'identity',
      {
        summary:
          'Prints the code of the first administrator, or signs in the user of a trial server',
      },
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
