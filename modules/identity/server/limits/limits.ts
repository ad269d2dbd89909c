/** How often something may be tried. A window begins with its first attempt. */
export interface Limit {
  /** Unique among the limits. */
  readonly name: string;
  readonly attempts: number;
  readonly windowMs: number;
}

const MINUTE_MS = 60 * 1000;
const QUARTER_MS = 15 * MINUTE_MS;

/** Passwords and one-time codes. Many people may share one network address. */
export const signInByAccount: Limit = { name: 'sign-in-account', attempts: 10, windowMs: QUARTER_MS };
export const signInByAddress: Limit = { name: 'sign-in-address', attempts: 100, windowMs: QUARTER_MS };
