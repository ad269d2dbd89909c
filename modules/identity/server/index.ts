import { authorizerKey, defineFacet, provide } from 'svc-registry/kernel';
import { workspaceDirectoryKey } from '../contract/access.js';
import { MembershipAuthorizer } from './access/authorizer.js';
import { Decisions, decisionsKey } from './access/decisions.js';
import { TokenCache, tokenCacheKey } from './access/token-cache.js';
import { Permissions, permissionsKey } from './access/permissions.js';
import { PresentRights, presentRightsKey } from './access/present-rights.js';
import { Principals, principalsKey } from './access/principals.js';
import { CodeRedemption, codeRedemptionKey } from './accounts/code-redemption.js';
import { DevSignIn, devSignInKey } from './accounts/dev-sign-in.js';
import { Provisioning, provisioningKey } from './accounts/provisioning.js';
import { InvitationPreviews, invitationPreviewsKey } from './accounts/invitation-previews.js';
import { Invitations, invitationsKey } from './accounts/invitations.js';
import { Offboarding, offboardingKey } from './accounts/offboarding.js';
import { NewOrganizations, newOrganizationsKey } from './accounts/new-organizations.js';
import { PasswordResets, passwordResetsKey } from './accounts/password-resets.js';
import { ResetRedemption, resetRedemptionKey } from './accounts/reset-redemption.js';
import { PasswordSignIn, passwordSignInKey } from './accounts/password-sign-in.js';
import { SessionUse, sessionUseKey } from './accounts/session-use.js';
import { Sessions, sessionsKey } from './accounts/sessions.js';
import { SignInLimits, signInLimitsKey } from './accounts/sign-in-limits.js';
import { ApiKeys, apiKeysKey } from './keys/api-keys.js';
import { DeviceApprovals, deviceApprovalsKey } from './device/device-approvals.js';
import { DeviceSignIns, deviceSignInsKey } from './device/device-sign-ins.js';
import { AttemptLimits, attemptLimitsKey } from './limits/attempt-limits.js';
import { PasswordHasher, passwordHasherKey } from './password-hasher.js';
import { StoredWorkspaceDirectory } from './workspaces/directory.js';
import { Members, membersKey } from './workspaces/members.js';
import { Organizations, organizationsKey } from './workspaces/organizations.js';
import { WorkspaceChanges, workspaceChangesKey } from './workspaces/workspace-changes.js';
import { WorkspaceViews, workspaceViewsKey } from './workspaces/workspace-views.js';
import { Workspaces, workspacesKey } from './workspaces/workspaces.js';

export default defineFacet({
  provides: [
    provide(authorizerKey, MembershipAuthorizer),
    provide(workspaceDirectoryKey, StoredWorkspaceDirectory),
    provide(tokenCacheKey, TokenCache),
    provide(principalsKey, Principals),
    provide(decisionsKey, Decisions),
    provide(presentRightsKey, PresentRights),
    provide(permissionsKey, Permissions),
    provide(workspacesKey, Workspaces),
    provide(workspaceViewsKey, WorkspaceViews),
    provide(workspaceChangesKey, WorkspaceChanges),
    provide(organizationsKey, Organizations),
    provide(membersKey, Members),
    provide(apiKeysKey, ApiKeys),
    provide(passwordHasherKey, PasswordHasher),
    provide(attemptLimitsKey, AttemptLimits),
    provide(signInLimitsKey, SignInLimits),
    provide(sessionsKey, Sessions),
    provide(sessionUseKey, SessionUse),
    provide(passwordSignInKey, PasswordSignIn),
    provide(passwordResetsKey, PasswordResets),
    provide(resetRedemptionKey, ResetRedemption),
    provide(offboardingKey, Offboarding),
    provide(codeRedemptionKey, CodeRedemption),
    provide(invitationsKey, Invitations),
    provide(invitationPreviewsKey, InvitationPreviews),
    provide(provisioningKey, Provisioning),
    provide(newOrganizationsKey, NewOrganizations),
    provide(devSignInKey, DevSignIn),
    provide(deviceSignInsKey, DeviceSignIns),
    provide(deviceApprovalsKey, DeviceApprovals),
  ],
});
