import type { Count } from './counters.js';

/** `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers: lists of strings with parameters (RFC 9651). */
export const policyHeader = (counts: readonly Count[]): string =>
  counts
    .map(
      ({ policy: { name, unit, quota, seconds } }) =>
        `"${name}";q=${quota}${unit === 'requests' ? '' : `;qu="${unit}"`};w=${seconds}`,
    )
    .join(', ');

export const limitHeader = (counts: readonly Count[]): string =>
  counts
    .map(({ policy: { name }, remaining, reset }) => `"${name}";r=${remaining};t=${reset}`)
    .join(', ');
