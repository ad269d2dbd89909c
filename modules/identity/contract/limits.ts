import { contribute, rateLimitsPoint } from 'svc-registry/kernel';

const QUARTER = 900;

/** Requests of any outcome. Guesses are counted besides, more strictly and per account: `server/limits/`. */
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
    summary: 'Programs that ask for a sign-in in the browser',
  }),
  contribute(rateLimitsPoint, 'device-token', {
    per: 'address',
    requests: 3000,
    seconds: QUARTER,
    summary: 'Programs that ask whether a sign-in was approved',
  }),
];
