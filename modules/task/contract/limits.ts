import { contribute, rateLimitsPoint } from 'svc-registry/kernel';

export const limits = [
  contribute(rateLimitsPoint, 'task', {
    summary: 'Creating tasks, answering them and adding events',
    per: 'caller',
    requests: 600,
    seconds: 3600,
  }),
];
