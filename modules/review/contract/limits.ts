import { contribute, rateLimitsPoint } from 'svc-registry/kernel';

const HOUR = 3600;

export const limits = [
  contribute(rateLimitsPoint, 'review', {
    summary: 'Starting reviews',
    per: 'caller',
    requests: 1000,
    seconds: HOUR,
  }),
  contribute(rateLimitsPoint, 'review-address', {
    summary: 'Starting reviews from one address',
    per: 'address',
    requests: 5000,
    seconds: HOUR,
  }),
  contribute(rateLimitsPoint, 'review-workspace', {
    summary: 'Starting reviews of one workspace',
    per: 'workspace',
    requests: 5000,
    seconds: HOUR,
  }),
];
