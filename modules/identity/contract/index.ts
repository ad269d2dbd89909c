/** The parts of identity that other modules may use. */
export * from './access.js';
export * from './after-sign-in.js';
export * from './name-rules.js';
export {
  codeInvalid,
  keyNotAllowed,
  nameTaken,
  signInFailed,
  tokenExpired,
  tokenRevoked,
  tokenUnknown,
  tooManyAttempts,
} from './errors.js';
export * from './device-errors.js';
export * from './operations/api-keys.js';
export * from './operations/device.js';
export * from './operations/invitations.js';
export * from './operations/organizations.js';
export * from './operations/recovery.js';
export * from './operations/sessions.js';
export * from './operations/sign-in.js';
export * from './operations/workspaces.js';
