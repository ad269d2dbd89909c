import { contribute, rateLimitsPoint } from 'svc-registry/kernel';

const QUARTER = 900;

/** Limits of requests with any outcome. Guesses have stricter limits per account: `server/limits/`. */
export const limits = [
  contribute(rateLimitsPoint, 'sign-in', {
    per: 'address',
    requests: 100,
    seconds: QUARTER,
    summary: 'Signing in by password, redeeming one-time codes',
  }),
  contribute(rateLimitsPoint, 'org-create', {
    per: 'caller',
    requests: 20,
    seconds: 86_400,
    summary: 'Creating organizations',
  }),
  contribute(rateLimitsPoint, 'device-start', {
    per: 'address',
    requests: 30,
    seconds: QUARTER,
    summary: 'Programs that request a sign-in in the browser',
  }),
  contribute(rateLimitsPoint, 'device-token', {
    per: 'address',
    requests: 3000,
    seconds: QUARTER,
    summary: 'Programs that poll whether a sign-in was approved',
  }),
];
