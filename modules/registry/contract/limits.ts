import { contribute, rateLimitsPoint } from 'svc-registry/kernel';

const HOUR = 3600;
const FIVE_MINUTES = 300;
const MINUTE = 60;

export const limits = [
  contribute(rateLimitsPoint, 'publish', {
    summary: 'Publishing',
    per: 'caller',
    requests: 1000,
    seconds: HOUR,
  }),
  contribute(rateLimitsPoint, 'publish-workspace', {
    summary: 'Publishing to one workspace',
    per: 'workspace',
    requests: 5000,
    seconds: HOUR,
  }),
  contribute(rateLimitsPoint, 'publish-address', {
    summary: 'Publishing from one address',
    per: 'address',
    requests: 5000,
    seconds: HOUR,
  }),
  contribute(rateLimitsPoint, 'search', {
    summary: 'Searching',
    per: 'caller',
    requests: 1000,
    seconds: FIVE_MINUTES,
  }),
  contribute(rateLimitsPoint, 'search-address', {
    summary: 'Searching from one address',
    per: 'address',
    requests: 5000,
    seconds: FIVE_MINUTES,
  }),
  contribute(rateLimitsPoint, 'search-time', {
    summary: 'Time that searches take',
    per: 'caller',
    milliseconds: 30_000,
    seconds: MINUTE,
  }),
];
