/** How many attempts are allowed. A window begins with its first attempt. */
export interface Limit {
  readonly name: string;
  readonly attempts: number;
  readonly windowMs: number;
}

const MINUTE_MS = 60 * 1000;
const QUARTER_MS = 15 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Passwords and one-time codes. The limit per account and network address is low; that per account is much higher, so
 * that a stranger cannot lock a user out by guessing from another address. Many people may share one network address.
 */
export const signInByAccountAndAddress: Limit = {
  name: 'sign-in-account-address',
  attempts: 10,
  windowMs: QUARTER_MS,
};
export const signInByAccount: Limit = { name: 'sign-in-account', attempts: 100, windowMs: HOUR_MS };
export const signInByAddress: Limit = {
  name: 'sign-in-address',
  attempts: 100,
  windowMs: QUARTER_MS,
};

/** Programs that start a sign-in. The limit keeps the number of pending sign-ins so low that guessing a code is hopeless. */
export const deviceStartByAddress: Limit = {
  name: 'device-start-address',
  attempts: 30,
  windowMs: QUARTER_MS,
};
export const deviceStart: Limit = { name: 'device-start', attempts: 1000, windowMs: QUARTER_MS };

/** Wrong codes entered on the page that approves sign-ins. A session has five in all: the window is longer than its life. */
export const wrongCodeBySession: Limit = {
  name: 'wrong-code-session',
  attempts: 5,
  windowMs: 8 * DAY_MS,
};
export const wrongCodeByAccount: Limit = {
  name: 'wrong-code-account',
  attempts: 50,
  windowMs: HOUR_MS,
};
export const wrongCode: Limit = { name: 'wrong-code', attempts: 1000, windowMs: HOUR_MS };
