import { contribute, rateLimitsPoint } from 'svc-registry/kernel';

const HOUR = 3600;

export const limits = [
  contribute(rateLimitsPoint, 'launch', {
    summary: 'Starting launches',
    per: 'caller',
    requests: 300,
    seconds: HOUR,
  }),
  contribute(rateLimitsPoint, 'launch-workspace', {
    summary: 'Starting launches of one workspace',
    per: 'workspace',
    requests: 1000,
    seconds: HOUR,
  }),
];
