import { contribute, rateLimitsPoint } from 'svc-registry/kernel';

export const contribution = contribute(rateLimitsPoint, 'polls', {
  summary: 'Polls that a person or an API key starts',
  per: 'caller',
  seconds: 3600,
  requests: 20,
});

// An operation names it: `defineOperation({ id: 'poll.start', limits: ['polls'], … })`.
