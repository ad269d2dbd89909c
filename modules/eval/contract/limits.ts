import { contribute, rateLimitsPoint } from 'svc-registry/kernel';

const HOUR = 3600;

export const limits = [
  contribute(rateLimitsPoint, 'eval', {
    summary: 'Starting evaluations and generations',
    per: 'caller',
    requests: 600,
    seconds: HOUR,
  }),
  contribute(rateLimitsPoint, 'eval-address', {
    summary: 'Starting evaluations and generations from one address',
    per: 'address',
    requests: 3000,
    seconds: HOUR,
  }),
  contribute(rateLimitsPoint, 'eval-workspace', {
    summary: 'Starting evaluations and generations of one workspace',
    per: 'workspace',
    requests: 3000,
    seconds: HOUR,
  }),
];
