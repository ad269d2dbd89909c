/** The parts of identity that other modules may use, also those of third parties (`svc-registry/identity`). DTO classes are types: their values load the validating libraries. */
export * from './access.js';
export * from './account-mails.js';
export * from './after-sign-in.js';
export { askForWorkspace } from './ask-for-workspace.js';
export { workspaceArchived } from './errors.js';
export { isName } from './name-rules.js';
export { createApiKey } from './operations/api-keys.js';
export {
  addOrganizationMember,
  listOrganizationMembers,
  listOrganizations,
  viewOrganization,
} from './operations/organizations.js';
export { whoAmI } from './operations/sign-in.js';
export {
  addWorkspaceMember,
  createWorkspace,
  listWorkspaceMembers,
  listWorkspaces,
  viewWorkspace,
} from './operations/workspaces.js';
export type { ApiKeyView, CreatedApiKey } from './dto/api-key.js';
export type { MemberView, MembershipChange } from './dto/member.js';
export type { OrganizationView } from './dto/organization.js';
export type { Me } from './dto/sign-in.js';
export type { WorkspaceView } from './dto/workspace.js';
export * from './team-pages.js';
export { userSettingsKey, type UserSettings } from './user-settings.js';
export { chooseWorkspace, type WorkspaceChoice } from './workspace-choice.js';
