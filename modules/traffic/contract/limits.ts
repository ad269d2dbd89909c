import { contribute, rateLimitsPoint } from 'svc-registry/kernel';

/** The limit of requests that are refused; no operation names it, it holds for all of them. */
export const REFUSED = 'refused';

export const limits = [
  contribute(rateLimitsPoint, REFUSED, {
    per: 'caller',
    requests: 1000,
    seconds: 300,
    summary: 'Requests that are refused: unknown callers, bodies that are too large or invalid',
  }),
];
