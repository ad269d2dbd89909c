import { defineError, ExitCode } from 'svc-registry/kernel';

const SIGN_IN_HINT = 'Run `svc login`, or set SVC_TOKEN to a valid API key.';

/** The same for an unknown address and a wrong password. */
export const signInFailed = defineError({
  code: 'sign_in_failed',
  status: 401,
  exit: ExitCode.denied,
  title: 'Sign-in failed',
  message: () => 'The e-mail address or the password is wrong.',
});

/** The present password, when somebody who is signed in changes it. */
export const passwordWrong = defineError({
  code: 'password_wrong',
  status: 403,
  exit: ExitCode.denied,
  title: 'Wrong password',
  message: () => 'The present password is wrong.',
  hint: () => 'Who has forgotten it asks an admin of the organization for a new one.',
});

export const tokenUnknown = defineError({
  code: 'token_unknown',
  status: 401,
  exit: ExitCode.denied,
  title: 'Unknown token',
  message: () => 'The server does not know this token.',
  hint: () => SIGN_IN_HINT,
});

export const tokenExpired = defineError<{ what: string; at: string }>({
  code: 'token_expired',
  status: 401,
  exit: ExitCode.denied,
  title: 'Token expired',
  message: ({ what, at }) => `The ${what} expired at ${at}.`,
  hint: () => SIGN_IN_HINT,
});

export const tokenRevoked = defineError<{ what: string }>({
  code: 'token_revoked',
  status: 401,
  exit: ExitCode.denied,
  title: 'Token revoked',
  message: ({ what }) => `The ${what} was revoked.`,
  hint: () => SIGN_IN_HINT,
});

/** Keys of a user instead of a workspace or organization (registry-service.md, Authentication 2). */
export const apiKeyLegacy = defineError({
  code: 'api_key_legacy',
  status: 401,
  exit: ExitCode.denied,
  title: 'Legacy API key',
  message: () => 'API keys of a user are no longer accepted.',
  hint: () => 'Make a key of a workspace or an organization with `svc api-key create`.',
});

const duration = (seconds: number): string =>
  seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;

/** Carries `retryAfterSeconds` (seconds) among its details. */
export const tooManyAttempts = defineError<{ seconds: number }>({
  code: 'too_many_attempts',
  status: 429,
  exit: ExitCode.unavailable,
  title: 'Too many attempts',
  message: ({ seconds }) => `Too many attempts; the next one is allowed in ${duration(seconds)}.`,
});

/** The code of an invitation was made a moment ago. Carries `retryAfterSeconds` (seconds) among its details. */
export const invitationCoolDown = defineError<{ email: string; seconds: number }>({
  code: 'invitation_cool_down',
  status: 429,
  exit: ExitCode.unavailable,
  title: 'Invitation renewed a moment ago',
  message: ({ email, seconds }) =>
    `The invitation of ${email} was renewed a moment ago; the next code can be made in ${duration(seconds)}.`,
  hint: () => 'Use the code that was made then.',
});

export const codeInvalid = defineError({
  code: 'code_invalid',
  status: 401,
  exit: ExitCode.denied,
  title: 'Code not valid',
  message: () =>
    'This code is unknown, expired, already used, or was made for another e-mail address.',
  hint: () => 'Ask for a new invitation; a new server prints its first code when it starts.',
});

export const invitationUsed = defineError<{ at: string }>({
  code: 'invitation_used',
  status: 410,
  exit: ExitCode.notFound,
  title: 'Invitation used',
  message: ({ at }) => `This invitation was used on ${at.slice(0, 10)}. It works once.`,
  hint: () => 'If that was you, sign in with your e-mail address and password.',
});

export const invitationExpired = defineError<{ at: string }>({
  code: 'invitation_expired',
  status: 410,
  exit: ExitCode.notFound,
  title: 'Invitation expired',
  message: ({ at }) => `This invitation expired on ${at.slice(0, 10)}.`,
  hint: () => 'Ask whoever invited you for a new one.',
});

/** Somebody who has left every organization. Answered only after the right password. */
export const belongsNowhere = defineError({
  code: 'belongs_nowhere',
  status: 403,
  exit: ExitCode.denied,
  title: 'No organization',
  message: () => 'Your account belongs to no organization here any more, so it cannot sign in.',
  hint: () => 'Ask an admin of an organization to invite you: the code lets you in.',
});

export const trialLinkUnknown = defineError({
  code: 'trial_link_unknown',
  status: 404,
  exit: ExitCode.notFound,
  title: 'Link not valid',
  message: () => 'This link opens a trial server only while that server runs.',
  hint: () => 'Start it with `svc serve --dev`: it prints a new link.',
});

export const nameTaken = defineError<{ kind: string; name: string }>({
  code: 'name_taken',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Name taken',
  message: ({ kind, name }) => `The name "${name}" is already taken by another ${kind}.`,
  hint: () => 'Choose another name.',
});

export const lastOwner = defineError<{ workspace: string }>({
  code: 'last_owner',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Last owner',
  message: ({ workspace }) => `The workspace "${workspace}" would be left without an owner.`,
  hint: () => 'Make someone else an owner first.',
});

export const lastAdmin = defineError<{ organization: string }>({
  code: 'last_admin',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Last admin',
  message: ({ organization }) =>
    `The organization "${organization}" would be left without an admin.`,
  hint: () => 'Make someone else an admin first.',
});

/** What somebody leaves behind needs somebody to take it over. */
export const successorNeeded = defineError<{ what: string }>({
  code: 'successor_needed',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Successor needed',
  message: ({ what }) => `Nobody would be left for ${what}.`,
  hint: () => 'Name another member of the organization with --successor.',
});

/** An admin decides over a password only where nobody else has a say. */
export const resetNotAllowed = defineError<{ email: string; why: string; hint: string }>({
  code: 'reset_not_allowed',
  status: 403,
  exit: ExitCode.denied,
  title: 'Reset not allowed',
  message: ({ email, why }) => `The password of "${email}" cannot be reset here: ${why}.`,
  hint: ({ hint }) => hint,
});

export const workspaceNotEmpty = defineError<{ workspace: string; holds: string }>({
  code: 'workspace_not_empty',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Workspace not empty',
  message: ({ workspace, holds }) => `The workspace "${workspace}" still holds ${holds}.`,
  hint: () => 'Only an empty workspace can be deleted.',
});

/** Answered to calls that would put something new into it. */
export const workspaceArchived = defineError<{ workspace: string; reason: string }>({
  code: 'workspace_archived',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Workspace archived',
  message: ({ workspace, reason }) =>
    `The workspace "${workspace}" is archived (${reason}); nothing new can come into it.`,
  hint: ({ workspace }) => `An owner can restore it: \`svc workspace unarchive ${workspace}\`.`,
});

/** Also for addresses without an account, so that the answer tells nothing about other organizations. */
export const notOrganizationMember = defineError<{ email: string; organization: string }>({
  code: 'not_an_organization_member',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Not a member of the organization',
  message: ({ email, organization }) =>
    `"${email}" is no member of the organization "${organization}", which comes before any workspace role.`,
  hint: () => 'Ask an admin of the organization to invite them.',
});

export const roleTooHigh = defineError<{ role: string; own: string }>({
  code: 'role_too_high',
  status: 403,
  exit: ExitCode.denied,
  title: 'Role too high',
  message: ({ role, own }) => `The role "${role}" is above your own ("${own}").`,
  hint: () => 'Ask someone with that role.',
});

/** `what` says what an API key cannot do, such as `create a workspace`. */
export const keyNotAllowed = defineError<{ what: string }>({
  code: 'key_not_allowed',
  status: 403,
  exit: ExitCode.denied,
  title: 'Not for API keys',
  message: ({ what }) =>
    `An API key, whatever its role, cannot ${what}: only a person who is signed in can.`,
  hint: () => 'Leave SVC_TOKEN unset and sign in with `svc login`, or ask a person who may do it.',
});

export const organizationCreationOff = defineError<{ name: string }>({
  code: 'organization_creation_off',
  status: 403,
  exit: ExitCode.denied,
  title: 'Organizations come from the operator',
  message: () => 'Only the operator of this server creates organizations.',
  hint: ({ name }) =>
    `Ask the operator to run \`svc server org create ${name} --admin <your e-mail address>\`, or to set SVC_ORG_CREATION=on.`,
});

export const notASession = defineError({
  code: 'not_a_session',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Not a session',
  message: () => 'This is about the sessions of a person; an API key has none.',
  hint: () =>
    'Revoke a key with `svc api-key delete`; unset SVC_TOKEN to act as the person who is signed in.',
});

/** A file below `~/.svc` that cannot be understood. It is never overwritten. */
export const settingsUnwritable = defineError<{ file: string; why: string }>({
  code: 'settings_unwritable',
  status: 500,
  exit: ExitCode.unavailable,
  title: 'Settings cannot be written',
  message: ({ file, why }) => `${file} cannot be written: ${why}.`,
  hint: () =>
    'Make its folder writable, or set SVC_HOME to a folder that is. An API key in SVC_TOKEN needs no file.',
});

export const settingsUnreadable = defineError<{ file: string; why: string }>({
  code: 'settings_unreadable',
  status: 400,
  exit: ExitCode.invalid,
  title: 'Settings unreadable',
  message: ({ file, why }) => `${file} cannot be read: ${why}.`,
  hint: ({ file }) =>
    `Repair the file, or move it away and sign in again: mv '${file}' '${file}.broken'`,
});
