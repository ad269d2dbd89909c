import type { Page, Renderer, TextStyle } from 'svc-registry/kernel';
import { invitationPath, resetPath } from '../contract/code-pages.js';
import type { ApiKeyView, CreatedApiKey } from '../contract/dto/api-key.js';
import type { LeaverReport } from '../contract/dto/leaver.js';
import type { LoginResult, LogoutResult, TokenView } from '../contract/dto/login.js';
import type { OpenInvitationView } from '../contract/dto/invitation.js';
import type { InvitationView, MembershipChange, MemberView } from '../contract/dto/member.js';
import type { NewOrganizationView, OrganizationView } from '../contract/dto/organization.js';
import type { PasswordResetView } from '../contract/dto/password-reset.js';
import type { SessionView } from '../contract/dto/session.js';
import type { Me } from '../contract/dto/sign-in.js';
import type { WorkspaceView } from '../contract/dto/workspace.js';
import { counted } from '../../../toolbox/plural.js';
import { handOverLines } from './hand-over.js';

/** One page of a list as a table. */
function listText(
  list: { readonly rows: readonly (readonly string[])[]; readonly more: boolean },
  headings: readonly string[],
  style: TextStyle,
): string {
  const body = style.table(headings, list.rows);
  return list.more
    ? `${body}\n${style.dim('There are more entries; see --page-size and --after.')}`
    : body;
}

function expiry({ expiresAt, expiresSoon }: ApiKeyView, style: TextStyle): string {
  if (expiresAt === null) return 'never';
  return expiresSoon ? style.yellow(`${style.day(expiresAt)} (soon)`) : style.day(expiresAt);
}

export const loginText: Renderer<LoginResult> = ({ server, email, expiresAt }, style) =>
  `Signed in to ${style.bold(server)} as ${style.bold(email)} until ${style.day(expiresAt)} at the latest.`;

export const logoutText: Renderer<LogoutResult> = ({ server, email }) =>
  email === null ? `You were not signed in to ${server}.` : `Signed ${email} out of ${server}.`;

/** Prints only the token, because scripts consume the output. */
export const tokenText: Renderer<TokenView> = ({ token }) => token;

export const sessionsText: Renderer<Page<SessionView>> = ({ data, next }, style) => {
  const rows = data.map(({ id, kind, client, address, lastUsedAt, expiresAt, current }) => {
    const name = client ?? (kind === 'page' ? 'a browser' : 'a program');
    return [
      current ? `${name} ${style.green('(this one)')}` : name,
      address ?? '',
      style.time(lastUsedAt),
      style.day(expiresAt),
      id,
    ];
  });
  return listText(
    { rows, more: next !== null },
    ['SIGNED IN WITH', 'FROM', 'LAST USED', 'EXPIRES IF UNUSED', 'ID'],
    style,
  );
};

export const meText: Renderer<Me> = ({ user, key, organizations }, style) => {
  if (key !== null) {
    const scope =
      key.workspace === null
        ? `organization ${style.bold(key.organization)}`
        : `workspace ${style.bold(key.workspace)}`;
    return `API key ${style.bold(key.name)} (${key.role}) of the ${scope}, expires ${expiry(key, style)}`;
  }
  const memberships = organizations.map(
    ({ name, role }) => `  ${name} ${style.dim(`(${role ?? 'none'})`)}`,
  );
  return [style.bold(user?.email ?? ''), ...memberships].join('\n');
};

export const workspacesText: Renderer<Page<WorkspaceView>> = ({ data, next }, style) => {
  if (data.length === 0)
    return 'There are no workspaces. `svc workspace create <name>` creates one; `--include-archived` lists archived ones, too.';
  const rows = data.map(({ name, organization, role, id, archivedAt }) => [
    archivedAt === null ? name : `${name} (archived)`,
    organization,
    role ?? '',
    id,
  ]);
  return listText({ rows, more: next !== null }, ['NAME', 'ORGANIZATION', 'ROLE', 'ID'], style);
};

export const workspaceText: Renderer<WorkspaceView> = ({ name, organization, id }, style) =>
  `Created the workspace ${style.bold(name)} of the organization ${organization} ${style.dim(`(${id})`)}`;

export const archivedWorkspaceText: Renderer<WorkspaceView> = ({ name, archivedReason }, style) =>
  archivedReason === null
    ? `Restored the workspace ${style.bold(name)}.`
    : `Archived the workspace ${style.bold(name)} (${archivedReason}). It accepts nothing new.`;

export const organizationsText: Renderer<Page<OrganizationView>> = ({ data, next }, style) => {
  if (data.length === 0) return 'You do not belong to an organization.';
  const rows = data.map(({ name, role, id }) => [name, role ?? '', id]);
  return listText({ rows, more: next !== null }, ['NAME', 'ROLE', 'ID'], style);
};

export const organizationText: Renderer<OrganizationView> = ({ name, id }, style) =>
  `Created the organization ${style.bold(name)} ${style.dim(`(${id})`)}. You are its admin.`;

export const newOrganizationText: Renderer<NewOrganizationView> = (
  { name, id, admin, invitation },
  style,
  server,
) => {
  const created = `Created the organization ${style.bold(name)} ${style.dim(`(${id})`)}.`;
  if (invitation === null) return `${created} ${style.bold(admin)} is its admin.`;
  return `${created} ${style.bold(admin)} has no account yet. ${handOver(invitation, style, server)}`;
};

export const membersText: Renderer<Page<MemberView>> = ({ data, next }, style) => {
  if (data.length === 0) return 'There are no members.';
  const rows = data.map(({ email, role, userId }) => [email, role, userId]);
  return listText({ rows, more: next !== null }, ['E-MAIL', 'ROLE', 'ID'], style);
};

const handOver = (
  invitation: InvitationView,
  style: TextStyle,
  server: string | undefined,
): string =>
  [
    `Send them this link, valid until ${style.day(invitation.expiresAt)}:`,
    ...handOverLines(invitation, invitationPath(invitation.code), { server, width: style.width }),
  ].join('\n');

export const invitationText: Renderer<InvitationView> = (invitation, style, server) =>
  `${style.bold(invitation.email)} has a new invitation; the previous one no longer works. ${handOver(invitation, style, server)}`;

export const invitationsText: Renderer<Page<OpenInvitationView>> = ({ data, next }, style) => {
  if (data.length === 0) return 'There are no open invitations.';
  const rows = data.map(({ email, organizationRole, workspace, workspaceRole, expiresAt, id }) => {
    const inWorkspace = workspace === null ? '' : `${workspace} (${workspaceRole ?? ''})`;
    return [email, organizationRole, inWorkspace, style.day(expiresAt), id];
  });
  return listText(
    { rows, more: next !== null },
    ['E-MAIL', 'ROLE', 'WORKSPACE', 'EXPIRES', 'ID'],
    style,
  );
};

export const membershipText: Renderer<MembershipChange> = (
  { outcome, member, invitation },
  style,
  server,
) => {
  if (invitation !== null)
    return `${style.bold(invitation.email)} is not a member of the organization yet. ${handOver(invitation, style, server)}`;
  const { email, role } = member ?? { email: '', role: '' };
  return outcome === 'unchanged'
    ? `${email} is already ${role}.`
    : `${style.bold(email)} is now ${style.bold(role)}.`;
};

export const passwordResetText: Renderer<PasswordResetView> = (reset, style, server) =>
  [
    `Send ${style.bold(reset.email)} this link, valid until ${style.time(reset.expiresAt)}. The person chooses a new password there; until then nothing changes:`,
    ...handOverLines(reset, resetPath(reset.code), { server, width: style.width }),
  ].join('\n');

export const leaverText: Renderer<LeaverReport> = (report, style) => {
  const { email, workspaces, apiKeys, cancelledInvitations, endedSessions } = report;
  const handed = workspaces.filter(({ newOwner }) => newOwner !== null);
  return [
    `Removed ${style.bold(email)}.`,
    ...(workspaces.length === 0
      ? []
      : [`Left the workspaces ${workspaces.map(({ name }) => name).join(', ')}.`]),
    ...handed.map(
      ({ name, newOwner }) =>
        `${style.bold(newOwner ?? '')} now owns the workspace ${style.bold(name)}.`,
    ),
    ...apiKeys.map(({ name, workspace, outcome }) => {
      const scope = workspace === null ? 'the organization' : `the workspace ${workspace}`;
      return `API key ${style.bold(name)} of ${scope}: ${outcome === 'revoked' ? style.yellow('revoked') : 'kept'}`;
    }),
    ...cancelledInvitations.map((address) => `The invitation of ${address} was cancelled.`),
    endedSessions === 0 ? '' : `${counted(endedSessions, 'session')} ended.`,
  ]
    .filter((line) => line !== '')
    .join('\n');
};

export const apiKeysText: Renderer<Page<ApiKeyView>> = ({ data, next }, style) => {
  if (data.length === 0) return 'There are no API keys.';
  const rows = data.map((key) => [
    key.name,
    key.role,
    key.obfuscatedValue,
    expiry(key, style),
    key.id,
  ]);
  return listText({ rows, more: next !== null }, ['NAME', 'ROLE', 'VALUE', 'EXPIRES', 'ID'], style);
};

export const createdApiKeyText: Renderer<CreatedApiKey> = (key, style) =>
  [
    `API key ${style.bold(key.name)} (${key.role}), expires ${expiry(key, style)}. This is the only time that its value is shown:`,
    `  ${key.value}`,
  ].join('\n');
