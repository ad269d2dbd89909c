import type { SvcError } from 'svc-registry/kernel';
import { quotaExceeded } from '../../contract/errors.js';
import type { Count } from './counters.js';

/** The registered type of this problem (draft-ietf-httpapi-ratelimit-headers). */
const TYPE = 'https://iana.org/assignments/http-problem-types#quota-exceeded';

/** The error for a subject that has exceeded limits. It names the limit whose window ends last. */
export function refusal(
  refused: readonly Count[],
  error: typeof quotaExceeded = quotaExceeded,
): SvcError {
  const longest = refused.reduce((one, other) => (other.reset > one.reset ? other : one));
  const { name: policy, quota, unit, seconds: window } = longest.policy;
  const details = {
    type: TYPE,
    'violated-policies': refused.map((count) => count.policy.name),
    retryAfterSeconds: longest.reset,
  };
  return error({ policy, quota, unit, window, seconds: longest.reset }, { details });
}
