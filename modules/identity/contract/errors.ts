import { defineError, ExitCode } from 'svc-registry/kernel';

const SIGN_IN_HINT = 'Run `svc login`, or set SVC_TOKEN to a valid API key.';

/** The same for an unknown address and a wrong password. */
export const signInFailed = defineError({
  code: 'sign_in_failed',
  status: 401,
  exit: ExitCode.denied,
  title: 'Sign-in failed',
  remedy:
    'Check both. If the password is forgotten, ask an admin of your organization to reset it.',
  message: () => 'The e-mail address or the password is wrong.',
});

/** The current password, when a signed-in user changes it. */
export const passwordWrong = defineError({
  code: 'password_wrong',
  status: 403,
  exit: ExitCode.denied,
  title: 'Wrong password',
  message: () => 'The current password is wrong.',
  hint: () => 'If you have forgotten it, ask an admin of your organization to reset it.',
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
  message: () => 'API keys that belong to a user are no longer accepted.',
  hint: () => 'Create a key of a workspace or an organization with `svc api-key create`.',
});

const duration = (seconds: number): string =>
  seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`;

/** The detail `retryAfterSeconds` is in seconds. */
export const tooManyAttempts = defineError<{ seconds: number }>({
  code: 'too_many_attempts',
  status: 429,
  exit: ExitCode.unavailable,
  title: 'Too many attempts',
  remedy: 'Wait for the time that the message names, then try again.',
  message: ({ seconds }) => `Too many attempts. The next one is allowed in ${duration(seconds)}.`,
});

/** The detail `retryAfterSeconds` is in seconds. */
export const invitationCoolDown = defineError<{ email: string; seconds: number }>({
  code: 'invitation_cool_down',
  status: 429,
  exit: ExitCode.unavailable,
  title: 'Invitation was just renewed',
  message: ({ email, seconds }) =>
    `The invitation of ${email} was just renewed. Another code can be created in ${duration(seconds)}.`,
  hint: () => 'Use the latest code.',
});

export const codeInvalid = defineError({
  code: 'code_invalid',
  status: 401,
  exit: ExitCode.denied,
  title: 'Code not valid',
  message: () =>
    'This code is unknown, has expired, was already used, or belongs to another e-mail address.',
  hint: () => 'Ask for a new invitation. A new server prints its first code when it starts.',
});

export const invitationUsed = defineError<{ at: string }>({
  code: 'invitation_used',
  status: 410,
  exit: ExitCode.notFound,
  title: 'Invitation used',
  cause: 'The code of the invitation was used before. It works only once.',
  message: ({ at }) =>
    `This invitation was already used on ${at.slice(0, 10)}. It works only once.`,
  hint: () => 'If that was you, sign in with your e-mail address and password.',
});

export const invitationExpired = defineError<{ at: string }>({
  code: 'invitation_expired',
  status: 410,
  exit: ExitCode.notFound,
  title: 'Invitation expired',
  cause: 'The invitation was not accepted in time.',
  message: ({ at }) => `This invitation expired on ${at.slice(0, 10)}.`,
  hint: () => 'Ask the person who invited you for a new one.',
});

/** The user has left every organization. Reported only after the correct password. */
export const belongsNowhere = defineError({
  code: 'belongs_nowhere',
  status: 403,
  exit: ExitCode.denied,
  title: 'No organization',
  message: () =>
    'Your account no longer belongs to an organization on this server, so you cannot sign in.',
  hint: () => 'Ask an admin of an organization for an invitation.',
});

export const trialLinkUnknown = defineError({
  code: 'trial_link_unknown',
  status: 404,
  exit: ExitCode.notFound,
  title: 'Link not valid',
  message: () => 'This link works only while the trial server that printed it is running.',
  hint: () => 'Start the server again with `svc serve --dev`: it prints a new link.',
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

export const successorNeeded = defineError<{ what: string }>({
  code: 'successor_needed',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Successor needed',
  message: ({ what }) => `Without a successor, ${what} would have no owner.`,
  hint: () => 'Name another member of the organization with --successor.',
});

/** An admin can reset a password only if they administer all organizations of its owner. */
export const resetNotAllowed = defineError<{ email: string; why: string; hint: string }>({
  code: 'reset_not_allowed',
  status: 403,
  exit: ExitCode.denied,
  title: 'Reset not allowed',
  remedy: 'Ask an admin of the organization of that person, or the operator of the server.',
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

export const workspaceArchived = defineError<{ workspace: string; reason: string }>({
  code: 'workspace_archived',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Workspace archived',
  message: ({ workspace, reason }) =>
    `The workspace "${workspace}" is archived (${reason}) and accepts nothing new.`,
  hint: ({ workspace }) => `An owner can restore it: \`svc workspace unarchive ${workspace}\`.`,
});

/** Also for addresses without an account, so that the answer reveals nothing about other organizations. */
export const notOrganizationMember = defineError<{ email: string; organization: string }>({
  code: 'not_an_organization_member',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Not a member of the organization',
  message: ({ email, organization }) =>
    `"${email}" is not a member of the organization "${organization}". Only members can have a role in its workspaces.`,
  hint: () => 'Ask an admin of the organization to invite them.',
});

export const roleTooHigh = defineError<{ role: string; own: string }>({
  code: 'role_too_high',
  status: 403,
  exit: ExitCode.denied,
  title: 'Role too high',
  message: ({ role, own }) => `The role "${role}" is higher than your own ("${own}").`,
  hint: () => 'Ask someone with that role.',
});

/** `what` is the action, such as `create a workspace`. */
export const keyNotAllowed = defineError<{ what: string }>({
  code: 'key_not_allowed',
  status: 403,
  exit: ExitCode.denied,
  title: 'Not for API keys',
  message: ({ what }) => `No API key, whatever its role, can ${what}: only a signed-in person can.`,
  hint: () => 'Unset SVC_TOKEN and sign in with `svc login`, or ask a person with the permission.',
});

export const organizationCreationOff = defineError<{ name: string }>({
  code: 'organization_creation_off',
  status: 403,
  exit: ExitCode.denied,
  title: 'Only the operator creates organizations',
  message: () => 'On this server, only the operator can create organizations.',
  hint: ({ name }) =>
    `Ask the operator to run \`svc server org create ${name} --admin <your e-mail address>\`, or to set SVC_ORG_CREATION=on.`,
});

export const notASession = defineError({
  code: 'not_a_session',
  status: 409,
  exit: ExitCode.conflict,
  title: 'Not a session',
  message: () => 'An API key has no sessions; only a signed-in person does.',
  hint: () =>
    'To revoke the key, use `svc api-key delete`. To act as the signed-in person, unset SVC_TOKEN.',
});

export const settingsUnwritable = defineError<{ file: string; why: string }>({
  code: 'settings_unwritable',
  status: 500,
  exit: ExitCode.unavailable,
  title: 'Settings cannot be written',
  message: ({ file, why }) => `${file} cannot be written: ${why}.`,
  hint: () =>
    'Make its folder writable, or set SVC_HOME to a writable folder. An API key in SVC_TOKEN needs no file.',
});

/** A file below `~/.svc` is damaged. It is never overwritten. */
export const settingsUnreadable = defineError<{ file: string; why: string }>({
  code: 'settings_unreadable',
  status: 400,
  exit: ExitCode.invalid,
  title: 'Settings unreadable',
  message: ({ file, why }) => `${file} cannot be read: ${why}.`,
  hint: ({ file }) =>
    `Repair the file, or move it away and sign in again: mv '${file}' '${file}.broken'`,
});
